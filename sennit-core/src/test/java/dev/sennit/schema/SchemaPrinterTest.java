package dev.sennit.schema;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sennit.model.InvalidTextException;
import java.util.Random;
import org.junit.jupiter.api.Test;

class SchemaPrinterTest {
    @Test
    void canonicalForm_isReadable() {
        String text = """
                edge CONTAINS (Country)-[0..*]->(Airport) { key () }
                edge ROUTE (Airport)-[0..*]->(Airport) {key(airline), airline string, dist int32 not null, in 1..1}
                edge CONTAINS (Continent)-[0..*]->(Airport) { KEY () }
                node Airport : Place, `Bus stop` { code string pattern '[A-Z]{3}', \"""What it
                    is called.\""" name string not null unique,
                  size enum('large', 'small'), `first seen` local datetime range '2020-01-01T00:00'.., price decimal(10,2) range 0..1e3,
                  embedding vector<384>, key (code), unique (size, name), fulltext (name), vector index (embedding) metric COSINE }
                node Country
                node Continent
                \"""Two
                lines.\"""
                node City { name string, country string, key (country, name) }
                """;
        assertThat(SchemaPrinter.print(SchemaParser.parse(text))).isEqualTo("""
                NODE Airport : Place, `Bus stop` {
                  code         STRING         KEY PATTERN '[A-Z]{3}',
                  \"""
                  What it
                  is called.
                  \"""
                  name         STRING         NOT NULL UNIQUE,
                  size         ENUM('large', 'small'),
                  `first seen` LOCAL DATETIME RANGE '2020-01-01T00:00'..,
                  price        DECIMAL(10,2)  RANGE 0.00..1000.00,
                  embedding    VECTOR<384>,
                  UNIQUE (size, name),
                  FULLTEXT (name),
                  VECTOR INDEX (embedding) METRIC cosine
                }

                NODE Country
                NODE Continent

                \"""
                Two
                lines.
                \"""
                NODE City {
                  name    STRING,
                  country STRING,
                  KEY (country, name)
                }

                EDGE CONTAINS (Country)-[0..*]->(Airport) { KEY () }

                EDGE ROUTE (Airport)-[0..*]->(Airport) {
                  airline STRING,
                  dist    INT32 NOT NULL,
                  KEY (airline),
                  IN 1..1
                }

                EDGE CONTAINS (Continent)-[0..*]->(Airport) { KEY () }
                """);
    }

    @Test
    void whatWasPrinted_isReadBackEqual_andPrintedTheSame() {
        for (int seed = 0; seed < 500; seed++) {
            SchemaDocument document = new RandomSchemas(new Random(seed)).document();
            String text = SchemaPrinter.print(document);
            try {
                SchemaDocument read = SchemaParser.parseDocument(text);
                assertThat(read.schema()).as("seed %d:%n%s", seed, text).isEqualTo(document.schema());
                assertThat(read.hints().renamedProperties())
                        .as("seed %d:%n%s", seed, text)
                        .isEqualTo(document.hints().renamedProperties());
                assertThat(read.hints().defaults().keySet())
                        .as("seed %d:%n%s", seed, text)
                        .isEqualTo(document.hints().defaults().keySet());
                assertThat(SchemaPrinter.print(read)).as("seed %d", seed).isEqualTo(text);
            } catch (InvalidTextException e) {
                throw new AssertionError("seed " + seed + ": " + e.problems() + "\n" + text, e);
            }
        }
    }

    @Test
    void comments_stayWithWhatTheyBelongTo() {
        String text = """
                -- Airports of the world.
                --
                -- Source: a file.
                NODE Airport { -- about airports
                  code STRING, -- IATA
                  -- what people call it
                  name STRING, city STRING -- two in a line
                  , KEY (code), -- one each
                  size ENUM('large', -- over two runways
                            'small'),
                  -- the pair
                  UNIQUE (name, city) -- together
                  -- more to come
                } -- no more airports
                EDGE R (Airport)-[0..*]->(Airport) {KEY ()}--short
                NODE Country -- bare
                -- the end
                """;
        String printed = SchemaPrinter.print(SchemaParser.parseDocument(text));
        assertThat(printed).isEqualTo("""
                -- Airports of the world.
                --
                -- Source: a file.
                NODE Airport {  -- about airports -- no more airports
                  code STRING KEY,  -- IATA -- one each
                  -- what people call it
                  name STRING,
                  city STRING,  -- two in a line
                  -- over two runways
                  size ENUM('large', 'small'),
                  -- the pair
                  UNIQUE (name, city)  -- together
                  -- more to come
                }

                NODE Country  -- bare

                EDGE R (Airport)-[0..*]->(Airport) { KEY () }  -- short

                -- the end
                """);
        assertThat(SchemaPrinter.print(SchemaParser.parseDocument(printed))).isEqualTo(printed);
    }

    @Test
    void emptySchema_isTheEmptyText() {
        assertThat(SchemaPrinter.print(GraphSchema.EMPTY)).isEmpty();
    }
}

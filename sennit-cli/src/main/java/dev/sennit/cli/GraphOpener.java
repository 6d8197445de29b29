package dev.sennit.cli;

import dev.sennit.Graph;
import dev.sennit.OpenOptions;
import dev.sennit.schema.GraphSchema;

/** Opens and creates graphs: the only way from the commands into the library's runtime. */
interface GraphOpener {
    /** As {@link dev.sennit.Sennit#open(String, OpenOptions)}. */
    Graph open(String location, OpenOptions options);

    /** As {@link dev.sennit.Sennit#create(String, GraphSchema, OpenOptions, String)}. */
    Graph create(String location, GraphSchema schema, OpenOptions options, String message);
}

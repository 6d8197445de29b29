package dev.sennit.cli;

import java.io.IOException;
import java.io.InputStream;
import java.util.Properties;
import picocli.CommandLine.IVersionProvider;

/** What {@code sennit --version} prints. */
final class Version implements IVersionProvider {
    private static final String RESOURCE = "version.properties";

    @Override
    public String[] getVersion() throws IOException {
        Properties properties = new Properties();
        try (InputStream in = Version.class.getResourceAsStream(RESOURCE)) {
            if (in == null) {
                throw new IOException("The resource dev/sennit/cli/" + RESOURCE
                        + " is missing from the class path. The build writes it; build Sennit again.");
            }
            properties.load(in);
        }
        return new String[] {"sennit " + properties.getProperty("version") + " (Java " + Runtime.version() + ")"};
    }
}

package dev.sennit.manifest;

import dev.sennit.model.AlreadyExistsException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** The child of {@link GraphBirthRaceTest}: creates a graph when told, and says how that ended. */
final class BirthProcess {
    private BirthProcess() {}

    public static void main(String[] arguments) throws IOException {
        try (BufferedReader orders = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
            System.out.println("ready");
            for (String root = orders.readLine(); root != null; root = orders.readLine()) {
                System.out.println(create(Path.of(root), Long.parseLong(arguments[0])));
            }
        }
    }

    static String create(Path root, long seed) {
        try (DiskGraph graph = new DiskGraph(root, seed, ChainLimits.DEFAULT)) {
            return graph.create().graph().toString();
        } catch (AlreadyExistsException e) {
            return e.code().name();
        }
    }
}

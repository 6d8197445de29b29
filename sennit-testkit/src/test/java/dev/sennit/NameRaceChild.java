package dev.sennit;

import dev.sennit.model.AlreadyExistsException;
import dev.sennit.model.BusyException;
import dev.sennit.model.ConflictException;
import dev.sennit.model.ExpiredException;
import dev.sennit.model.NotFoundException;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * A process of its own that creates and deletes the same few names as others do, writes to whatever they lead to, and prints
 * what was acknowledged.
 */
final class NameRaceChild {
    static final List<String> NAMES = List.of("a", "b", "c");

    private NameRaceChild() {}

    /** Arguments: graph, seed, milliseconds. */
    public static void main(String[] args) {
        Random random = new Random(Long.parseLong(args[1]));
        try (Graph graph = Sennit.open(args[0], NameScenario.RELAXED)) {
            long end = System.nanoTime() + Long.parseLong(args[2]) * 1_000_000;
            for (int i = 0; System.nanoTime() < end; i++) {
                step(graph, NAMES.get(random.nextInt(NAMES.size())), random.nextInt(5), args[1] + "-" + i);
            }
        }
        System.out.println("end");
    }

    private static void step(Graph graph, String name, int what, String city) {
        try {
            switch (what) {
                case 0 -> {
                    graph.createBranch(name, "main");
                    System.out.println("create " + name);
                }
                case 1 -> {
                    graph.deleteBranch(name, true);
                    System.out.println("delete " + name);
                }
                case 2 -> {
                    graph.createTag(name, "main");
                    System.out.println("tag " + name);
                }
                case 3 -> {
                    graph.deleteTag(name);
                    System.out.println("untag " + name);
                }
                default -> {
                    var written = graph.branch(name).write(tx -> tx.create("City", Map.of("name", city)));
                    System.out.println("write " + written.commit().orElseThrow().id());
                }
            }
        } catch (AlreadyExistsException | NotFoundException | ExpiredException | ConflictException | BusyException e) {
            System.out.println("refused " + e.code());
        }
    }
}

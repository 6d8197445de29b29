package dev.sennit.testkit.power;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * The ways in which the power may be lost during a log: at each point everything not synced is lost, or all content meets
 * the same fate, or each single thing of late is lost or the only one to survive, or subsets at random. Immutable.
 */
public final class Crashes {
    /** How many operations ago a thing may have been done to be lost alone: what is never synced would be for ever. */
    private static final int OF_LATE = 200;

    private final FileLog log;
    private final List<Crash> crashes;

    private Crashes(FileLog log, List<Crash> crashes) {
        this.log = log;
        this.crashes = List.copyOf(crashes);
    }

    /**
     * All crashes at the points from {@code first} on.
     *
     * @param subsets how many subsets are drawn at random at each point
     */
    public static Crashes of(FileLog log, int first, long seed, int subsets) {
        List<Crash> crashes = new ArrayList<>();
        SplittableRandom random = new SplittableRandom(seed);
        DiskModel disk = new DiskModel(log.start());
        for (int point = 0; point <= log.operations().size(); point++) {
            if (point > 0) {
                disk.apply(log.operations().get(point - 1));
            }
            if (point >= first) {
                addAt(point, isTelling(log, point), disk.unsynced(), subsets, random, crashes);
            }
        }
        return new Crashes(log, crashes);
    }

    private static boolean isTelling(FileLog log, int point) {
        return point == log.operations().size()
                || switch (log.operations().get(point)) {
                    case FileOperation.Sync sync -> true;
                    case FileOperation.Mark mark -> true;
                    default -> false;
                };
    }

    private static void addAt(
            int point,
            boolean telling,
            DiskModel.Unsynced unsynced,
            int subsets,
            SplittableRandom random,
            List<Crash> crashes) {
        List<Loss> losses = new ArrayList<>();
        losses.add(new Loss.OfEverything());
        for (Survival fate : Survival.values()) {
            losses.add(new Loss.OfContent(fate));
        }
        int since = point - OF_LATE;
        unsynced.names().keySet().stream().filter(index -> index >= since).forEach(change -> {
            losses.add(new Loss.OfOneName(change));
            losses.add(new Loss.OfAllNamesButOne(change));
        });
        unsynced.files().keySet().stream().filter(index -> index >= since).forEach(file -> {
            for (Survival fate : Survival.values()) {
                if (fate != Survival.KEPT) {
                    losses.add(new Loss.OfOneContent(file, fate));
                }
            }
        });
        for (int i = 0; i < subsets; i++) {
            losses.add(new Loss.AtRandom(random.nextLong()));
        }
        losses.forEach(loss -> crashes.add(new Crash(point, telling, loss)));
    }

    public int count() {
        return crashes.size();
    }

    List<Crash> all() {
        return crashes;
    }

    /** The crashes at one point in which all that was not synced meets the same fate. */
    public static Crashes plainAt(FileLog log, int point) {
        return new Crashes(
                log,
                of(log, point, 0, 0).crashes.stream()
                        .filter(crash -> crash.point() == point && crash.isPlain())
                        .toList());
    }

    /** The one crash at the end of a log that loses everything not synced. */
    public static Crashes losingEverything(FileLog log) {
        return new Crashes(log, List.of(new Crash(log.operations().size(), true, new Loss.OfEverything())));
    }

    /**
     * Some of them, by a seed.
     *
     * @param plain how many of those just before something would have been synced, or was told, at which all that was not
     *     synced met the same fate
     * @param others how many of the others
     */
    public Crashes sample(long seed, int plain, int others) {
        List<Crash> plainOnes = new ArrayList<>();
        List<Crash> rest = new ArrayList<>();
        for (Crash crash : crashes) {
            (crash.telling() && crash.isPlain() ? plainOnes : rest).add(crash);
        }
        List<Crash> chosen = new ArrayList<>(sample(plainOnes, seed, plain));
        chosen.addAll(sample(rest, seed, others));
        chosen.sort(Comparator.comparingInt(Crash::point));
        return new Crashes(log, chosen);
    }

    private static List<Crash> sample(List<Crash> crashes, long seed, int count) {
        Collections.shuffle(crashes, new Random(seed));
        return crashes.subList(0, Math.min(count, crashes.size()));
    }

    /**
     * Shows what each of them leaves, in the order of their points. What several leave is shown once, unless more had been
     * told by then.
     *
     * @param indifferent paths that nobody looks at: of states that differ only in these one is shown
     */
    public void visit(Predicate<String> indifferent, Consumer<CrashState> visitor) {
        Set<String> seen = new HashSet<>();
        DiskModel disk = new DiskModel(log.start());
        int applied = 0;
        for (Crash crash : crashes) {
            for (; applied < crash.point(); applied++) {
                disk.apply(log.operations().get(applied));
            }
            CrashImage image = crash.loss().applyTo(disk);
            List<String> marks = log.marks(crash.point());
            if (seen.add(marks.size() + " " + image.digest(indifferent))) {
                visitor.accept(new CrashState(crash.point(), marks, crash.loss().words(disk.unsynced()), image));
            }
        }
    }
}

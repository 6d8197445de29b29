package dev.sennit.testkit.power;

import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.IntFunction;
import java.util.function.IntPredicate;

/** What a loss of power does to what was not synced. Numbers are those of {@link DiskModel.Unsynced}. */
sealed interface Loss {
    /** What it leaves. */
    CrashImage applyTo(DiskModel disk);

    /** The loss in words. */
    String words(DiskModel.Unsynced unsynced);

    /** All names and all content are lost. */
    record OfEverything() implements Loss {
        @Override
        public CrashImage applyTo(DiskModel disk) {
            return disk.crash(change -> false, file -> Survival.LOST);
        }

        @Override
        public String words(DiskModel.Unsynced unsynced) {
            return "everything not synced lost";
        }
    }

    /** All names survive, and all content meets the same fate. */
    record OfContent(Survival fate) implements Loss {
        @Override
        public CrashImage applyTo(DiskModel disk) {
            return disk.crash(change -> true, file -> fate);
        }

        @Override
        public String words(DiskModel.Unsynced unsynced) {
            return "all names kept, all content " + fate;
        }
    }

    record OfOneName(int lost) implements Loss {
        @Override
        public CrashImage applyTo(DiskModel disk) {
            return disk.crash(change -> change != lost, file -> Survival.KEPT);
        }

        @Override
        public String words(DiskModel.Unsynced unsynced) {
            return "only " + unsynced.names().get(lost) + " lost";
        }
    }

    record OfAllNamesButOne(int kept) implements Loss {
        @Override
        public CrashImage applyTo(DiskModel disk) {
            return disk.crash(change -> change == kept, file -> Survival.KEPT);
        }

        @Override
        public String words(DiskModel.Unsynced unsynced) {
            return "of all names only " + unsynced.names().get(kept) + " kept";
        }
    }

    record OfOneContent(int damaged, Survival fate) implements Loss {
        @Override
        public CrashImage applyTo(DiskModel disk) {
            return disk.crash(change -> true, file -> file == damaged ? fate : Survival.KEPT);
        }

        @Override
        public String words(DiskModel.Unsynced unsynced) {
            return "only content of " + unsynced.files().get(damaged) + " " + fate;
        }
    }

    /** Each name, and each content, survives or not. */
    record AtRandom(long seed) implements Loss {
        @Override
        public CrashImage applyTo(DiskModel disk) {
            Draw draw = draw(disk.unsynced());
            return disk.crash(draw.survives(), draw.fates());
        }

        @Override
        public String words(DiskModel.Unsynced unsynced) {
            Draw draw = draw(unsynced);
            StringBuilder words = new StringBuilder("lost at random:");
            unsynced.names().forEach((change, name) -> {
                if (!draw.survives().test(change)) {
                    words.append(' ').append(name);
                }
            });
            unsynced.files().forEach((file, path) -> {
                if (draw.fates().apply(file) != Survival.KEPT) {
                    words.append(' ')
                            .append(path)
                            .append(' ')
                            .append(draw.fates().apply(file));
                }
            });
            return words.toString();
        }

        private record Draw(IntPredicate survives, IntFunction<Survival> fates) {}

        private Draw draw(DiskModel.Unsynced unsynced) {
            SplittableRandom random = new SplittableRandom(seed);
            Survival[] all = Survival.values();
            Map<Integer, Boolean> survives = new TreeMap<>();
            unsynced.names().keySet().forEach(change -> survives.put(change, random.nextBoolean()));
            Map<Integer, Survival> fates = new TreeMap<>();
            unsynced.files()
                    .keySet()
                    .forEach(file ->
                            fates.put(file, random.nextBoolean() ? Survival.KEPT : all[random.nextInt(all.length)]));
            return new Draw(
                    change -> survives.getOrDefault(change, true), file -> fates.getOrDefault(file, Survival.KEPT));
        }
    }
}

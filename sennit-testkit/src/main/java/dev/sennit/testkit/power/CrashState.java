package dev.sennit.testkit.power;

import java.util.List;

/**
 * What a loss of power leaves.
 *
 * @param point how many operations of the log had ended
 * @param marks what had been told to the outside world by then
 * @param loss what was lost, in words
 * @param image the directory
 */
public record CrashState(int point, List<String> marks, String loss, CrashImage image) {
    public CrashState {
        marks = List.copyOf(marks);
    }

    @Override
    public String toString() {
        return "power lost after operation " + point + ", " + loss;
    }
}

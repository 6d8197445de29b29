package dev.sennit.tck;

/** How a run of the kit ended. */
sealed interface Outcome {
    record Passed() implements Outcome {
        @Override
        public String toString() {
            return "passed";
        }
    }

    /** The answer, or the error, is not the one expected. */
    record Failed(String why) implements Outcome {
        @Override
        public String toString() {
            return "failed";
        }
    }

    /** Refused as a part of the language that is not executed. */
    record Unsupported(String construct) implements Outcome {
        @Override
        public String toString() {
            return "unsupported: " + construct;
        }
    }

    /** No typed schema can hold what the scenario does. */
    record NotExpressible(String reason) implements Outcome {
        @Override
        public String toString() {
            return "not expressible: " + reason;
        }
    }
}

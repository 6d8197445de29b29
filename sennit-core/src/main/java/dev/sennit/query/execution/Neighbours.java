package dev.sennit.query.execution;

/** The edges at one node in one direction. */
interface Neighbours {
    Neighbours NONE = new Neighbours() {
        @Override
        public int size() {
            return 0;
        }

        @Override
        public String far(int index) {
            throw new IndexOutOfBoundsException(index);
        }

        @Override
        public long address(int index) {
            throw new IndexOutOfBoundsException(index);
        }
    };

    int size();

    /** The id of the node at the far end. */
    String far(int index);

    /** The row address of the edge. */
    long address(int index);
}

package dev.sennit.query.analysis;

/** Numbers the variables of one query. */
final class VariableSource {
    private int next;

    Variable named(String name) {
        return new Variable(next++, name);
    }

    /** A variable the user cannot name. */
    Variable anonymous() {
        int id = next++;
        return new Variable(id, " " + id);
    }

    int count() {
        return next;
    }
}

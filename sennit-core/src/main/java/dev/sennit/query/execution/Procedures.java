package dev.sennit.query.execution;

import dev.sennit.query.analysis.Procedure;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The procedures that queries can call. Immutable. */
public final class Procedures {
    public static final Procedures NONE = new Procedures(Map.of());

    private final Map<Procedure, ProcedureBody> bodies;

    private Procedures(Map<Procedure, ProcedureBody> bodies) {
        this.bodies = bodies;
    }

    /** These and one more. */
    public Procedures with(Procedure procedure, ProcedureBody body) {
        Map<Procedure, ProcedureBody> more = new LinkedHashMap<>(bodies);
        more.put(procedure, body);
        return new Procedures(more);
    }

    public List<Procedure> signatures() {
        return List.copyOf(bodies.keySet());
    }

    ProcedureBody body(Procedure procedure) {
        ProcedureBody body = bodies.get(procedure);
        if (body == null) {
            throw new IllegalArgumentException("no procedure " + procedure.name());
        }
        return body;
    }
}

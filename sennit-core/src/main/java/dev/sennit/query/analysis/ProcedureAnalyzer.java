package dev.sennit.query.analysis;

import dev.sennit.model.ErrorText;
import dev.sennit.query.ast.Clause;
import dev.sennit.query.ast.Expression;
import dev.sennit.query.ast.Name;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Resolves calls of procedures. */
final class ProcedureAnalyzer {
    private final List<Procedure> procedures;
    private final QueryErrors errors;
    private final Parameters parameters;
    private final VariableSource variables;
    private final ExpressionAnalyzer expressions;
    private final TypeRules rules;

    ProcedureAnalyzer(
            List<Procedure> procedures,
            QueryErrors errors,
            Parameters parameters,
            VariableSource variables,
            ExpressionAnalyzer expressions) {
        this.procedures = procedures;
        this.errors = errors;
        this.parameters = parameters;
        this.variables = variables;
        this.expressions = expressions;
        this.rules = new TypeRules(errors);
    }

    /** @param columns all the call yields, which are the result's columns if the call is all there is */
    record Result(List<BoundQuery.Step> steps, List<BoundQuery.Column> columns) {}

    /** @param alone whether the call is the whole statement */
    Result call(Clause.CallProcedure call, Scope scope, boolean alone) {
        Procedure procedure = procedures.stream()
                .filter(p -> p.name().equals(call.procedure().text()))
                .findFirst()
                .orElseThrow(() -> errors.unknown(
                        "there is no procedure '" + call.procedure().text() + "'",
                        call.procedure().text(),
                        Stream.concat(procedures.stream().map(Procedure::name), Stream.of(VectorSearch.NAME))
                                .toList(),
                        call.procedure().position()));
        List<BoundExpression> arguments = arguments(procedure, call, scope, alone);
        if (call.yieldAll() && !alone) {
            throw errors.syntax(
                    ErrorText.of("YIELD * stands in a query")
                            .cause("what it binds could not be seen here")
                            .remedy("name the columns"),
                    call.position());
        }
        List<BoundQuery.Yield> yields = new ArrayList<>();
        List<BoundQuery.Column> columns = new ArrayList<>();
        boolean everything = alone && (call.yieldAll() || call.yields().isEmpty());
        if (everything) {
            for (Procedure.Field output : procedure.outputs()) {
                add(procedure, new Name(output.name(), call.position()), output.name(), scope, yields, columns);
            }
        }
        for (Clause.YieldItem item : call.yields()) {
            if (scope.find(item.variable().text()).isPresent()) {
                throw errors.syntax(
                        ErrorText.of("the variable '" + item.variable().text() + "' is bound already")
                                .remedy("yield it as another name with AS"),
                        item.variable().position());
            }
            add(procedure, item.column(), item.variable().text(), scope, yields, columns);
        }
        List<BoundQuery.Step> steps = new ArrayList<>();
        steps.add(new BoundQuery.CallProcedure(procedure, arguments, yields));
        call.where().ifPresent(where -> steps.add(new BoundQuery.Filter(expressions.conjuncts(where, scope, "WHERE"))));
        return new Result(steps, columns);
    }

    private void add(
            Procedure procedure,
            Name column,
            String name,
            Scope scope,
            List<BoundQuery.Yield> yields,
            List<BoundQuery.Column> columns) {
        List<String> names =
                procedure.outputs().stream().map(Procedure.Field::name).toList();
        int index = names.indexOf(column.text());
        if (index < 0) {
            throw errors.unknown(
                    procedure.name() + " yields no '" + column.text() + "'", column.text(), names, column.position());
        }
        Variable variable = variables.named(name);
        ValueType type = procedure.outputs().get(index).type();
        scope.put(variable, type);
        yields.add(new BoundQuery.Yield(index, variable));
        columns.add(new BoundQuery.Column(name, variable, type));
    }

    private List<BoundExpression> arguments(
            Procedure procedure, Clause.CallProcedure call, Scope scope, boolean alone) {
        List<BoundExpression> arguments = new ArrayList<>();
        if (call.arguments().isEmpty()) {
            if (!alone) {
                throw errors.syntax(
                        ErrorText.of(procedure.name() + " is called without its arguments")
                                .cause("only a call that is the whole statement takes them from the parameters")
                                .remedy("write them in parentheses"),
                        call.procedure().position());
            }
            for (Procedure.Field input : procedure.inputs()) {
                arguments.add(parameters.bind(input.name(), call.procedure().position(), errors));
            }
        } else {
            for (Expression argument : call.arguments().get()) {
                arguments.add(expressions.analyze(argument, scope));
            }
        }
        if (arguments.size() != procedure.inputs().size()) {
            int wanted = procedure.inputs().size();
            throw errors.syntax(
                    ErrorText.of(procedure.name() + " takes " + wanted + (wanted == 1 ? " argument" : " arguments")
                            + ", not " + arguments.size()),
                    call.procedure().position());
        }
        for (int i = 0; i < arguments.size(); i++) {
            ValueType wanted = procedure.inputs().get(i).type();
            ValueType accepted = wanted.mayBe(Kind.FLOAT) ? wanted.or(ValueType.INTEGER) : wanted;
            rules.require(accepted, arguments.get(i), procedure.name());
        }
        return arguments;
    }
}

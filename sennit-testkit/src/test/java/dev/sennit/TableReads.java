package dev.sennit;

import dev.sennit.store.ScanRequest;
import dev.sennit.store.TableScan;
import dev.sennit.store.TableStore;
import dev.sennit.store.TableVersion;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Counts what is read of tables. */
final class TableReads {
    private final List<String> columns;
    private final List<ScanRequest> scans = Collections.synchronizedList(new ArrayList<>());
    private final Map<Object, Object> targets = Collections.synchronizedMap(new IdentityHashMap<>());
    private long rows;

    /** @param columns of the scans that count; none for all */
    TableReads(List<String> columns) {
        this.columns = columns;
    }

    void clear() {
        scans.clear();
        rows = 0;
    }

    /** The scans that were started. */
    List<ScanRequest> scans() {
        return scans;
    }

    /** The rows they gave. */
    long rows() {
        return rows;
    }

    /** The store, watched. */
    TableStore watching(TableStore store) {
        return proxy(
                TableStore.class,
                store,
                result -> result instanceof TableVersion version
                        ? proxy(TableVersion.class, version, other -> other)
                        : result);
    }

    private interface Result {
        @Nullable
        Object of(@Nullable Object result);
    }

    private <T> T proxy(Class<T> type, T target, Result result) {
        T proxy = type.cast(Proxy.newProxyInstance(
                type.getClassLoader(), new Class<?>[] {type}, (self, method, arguments) -> {
                    Object[] given = arguments == null ? new Object[0] : arguments;
                    Object answer = call(
                            method,
                            target,
                            Arrays.stream(given)
                                    .map(a -> a == null ? null : targets.getOrDefault(a, a))
                                    .toArray());
                    return answer instanceof TableScan scan && given[0] instanceof ScanRequest request
                            ? counted(scan, request)
                            : result.of(answer);
                }));
        targets.put(proxy, target);
        return proxy;
    }

    @Nullable
    private static Object call(Method method, Object target, @Nullable Object... arguments) throws Throwable {
        try {
            return method.invoke(target, arguments);
        } catch (InvocationTargetException failed) {
            throw failed.getCause();
        }
    }

    private TableScan counted(TableScan scan, ScanRequest request) {
        if (!columns.isEmpty() && !request.columns().equals(columns)) {
            return scan;
        }
        scans.add(request);
        return (TableScan) Proxy.newProxyInstance(
                TableScan.class.getClassLoader(), new Class<?>[] {TableScan.class}, (self, method, arguments) -> {
                    Object answer = call(method, scan, arguments == null ? new Object[0] : arguments);
                    if (method.getName().equals("next") && Boolean.TRUE.equals(answer)) {
                        rows += scan.rowCount();
                    }
                    return answer;
                });
    }
}

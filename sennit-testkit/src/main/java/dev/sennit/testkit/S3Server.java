package dev.sennit.testkit;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.sennit.store.ObjectEntry;
import dev.sennit.store.ObjectStore;
import dev.sennit.store.StoredObject;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * An S3-compatible store in memory on a port of this machine, which logs every request and fails those it is told to.
 * It checks no signatures, and does what Lance and control objects need: conditional puts, ranged gets, heads, paged
 * listings, single and multiple deletes, multipart uploads. Thread-safe.
 */
public final class S3Server implements AutoCloseable {
    private static final DateTimeFormatter HTTP_DATE = DateTimeFormatter.RFC_1123_DATE_TIME.withZone(ZoneOffset.UTC);
    private static final Pattern KEY_ELEMENT = Pattern.compile("<Key>(.*?)</Key>", Pattern.DOTALL);
    private static final byte[] NOTHING = {};

    private final HttpServer server;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final S3Objects objects;
    private final List<S3Request> log = new ArrayList<>();
    private volatile Function<S3Request, S3Fault> faults = request -> S3Fault.NONE;

    private S3Server(HttpServer server, Clock clock) {
        this.server = server;
        this.objects = new S3Objects(clock);
    }

    /**
     * Starts a server on a free port.
     *
     * @param clock stamps objects
     */
    public static S3Server start(Clock clock) throws IOException {
        // Without it each answer waits for the client's delayed acknowledgement.
        System.setProperty("sun.net.httpserver.nodelay", "true");
        HttpServer http = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        S3Server server = new S3Server(http, clock);
        http.setExecutor(server.threads);
        http.createContext("/", server::handle);
        http.start();
        return server;
    }

    public URI endpoint() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
    }

    /** Lance's storage options for this server. */
    public Map<String, String> storageOptions() {
        return Map.of(
                "aws_endpoint", endpoint().toString(),
                "allow_http", "true",
                "region", "us-east-1",
                "aws_access_key_id", "test",
                "aws_secret_access_key", "test",
                "timeout", "10s");
    }

    /** Chooses the fate of each request that follows; the request is as it arrives, without status and sizes. */
    public void faults(Function<S3Request, S3Fault> chosen) {
        this.faults = chosen;
    }

    /** The requests since the last call, in the order they were answered. */
    public List<S3Request> takeLog() {
        synchronized (log) {
            List<S3Request> taken = List.copyOf(log);
            log.clear();
            return taken;
        }
    }

    /** The names of all objects of a bucket that begin so. */
    public List<String> keys(String bucket, String prefix) {
        return objects.keys(bucket + "/" + prefix).stream()
                .map(key -> key.substring(bucket.length() + 1))
                .toList();
    }

    /** The objects below a root of a bucket as control objects, without a request: for tests that count those apart. */
    public ObjectStore objects(String bucket, String root) {
        String above = bucket + "/" + root + "/";
        return new ObjectStore() {
            @Override
            public boolean putIfAbsent(String path, byte[] body) {
                return !objects.put(above + path, body.clone(), true).isEmpty();
            }

            @Override
            public Optional<StoredObject> get(String path) {
                return Optional.ofNullable(objects.get(above + path))
                        .map(stored -> new StoredObject(path, stored.body().clone(), stored.modified()));
            }

            @Override
            public List<ObjectEntry> list(String prefix) {
                return objects.keys(above + prefix).stream()
                        .map(key -> key.substring(above.length()))
                        .flatMap(path -> get(path).stream())
                        .map(o -> new ObjectEntry(o.path(), o.body().length, o.modified()))
                        .toList();
            }

            @Override
            public void delete(String path) {
                objects.delete(above + path);
            }
        };
    }

    @Override
    public void close() {
        server.stop(0);
        threads.close();
    }

    /** An answer before it is sent. */
    private record Answer(int status, byte[] body, Map<String, String> headers, int listed) {
        static Answer of(int status) {
            return new Answer(status, NOTHING, Map.of(), 0);
        }

        static Answer xml(String body, int listed) {
            return new Answer(
                    200,
                    ("<?xml version=\"1.0\" encoding=\"UTF-8\"?>" + body).getBytes(StandardCharsets.UTF_8),
                    Map.of("Content-Type", "application/xml"),
                    listed);
        }

        static Answer error(int status, String code) {
            Answer answer = xml("<Error><Code>" + code + "</Code><Message>" + code + "</Message></Error>", 0);
            return new Answer(status, answer.body, answer.headers, 0);
        }
    }

    private void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            byte[] body = exchange.getRequestBody().readAllBytes();
            String path = decoded(exchange.getRequestURI().getRawPath().substring(1));
            Map<String, String> query = query(exchange.getRequestURI());
            S3Request arrived = new S3Request(kind(exchange, path, query), path, 0, body.length, 0, 0);
            S3Fault fault = faults.apply(arrived);
            pause(fault);
            Answer answer = fault.takesEffect() ? answer(exchange, arrived, body, query) : Answer.of(0);
            if (fault.status() > 0) {
                answer = Answer.error(fault.status(), "InternalError");
            }
            synchronized (log) {
                log.add(new S3Request(
                        arrived.kind(),
                        path,
                        fault.isDropped() ? 0 : answer.status,
                        body.length,
                        answer.body.length,
                        answer.listed));
            }
            if (!fault.isDropped()) {
                send(exchange, answer);
            }
        }
    }

    private static void pause(S3Fault fault) {
        try {
            Thread.sleep(fault.delay());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void send(HttpExchange exchange, Answer answer) throws IOException {
        answer.headers.forEach((name, value) -> exchange.getResponseHeaders().set(name, value));
        if (exchange.getRequestMethod().equals("HEAD")) {
            exchange.sendResponseHeaders(answer.status, -1);
        } else {
            exchange.sendResponseHeaders(answer.status, answer.body.length == 0 ? -1 : answer.body.length);
            if (answer.body.length > 0) {
                exchange.getResponseBody().write(answer.body);
            }
        }
    }

    private static S3Request.Kind kind(HttpExchange exchange, String path, Map<String, String> query) {
        boolean isBucket = path.indexOf('/') < 0 || path.indexOf('/') == path.length() - 1;
        return switch (exchange.getRequestMethod()) {
            case "GET" -> isBucket ? S3Request.Kind.LIST : S3Request.Kind.GET;
            case "HEAD" -> S3Request.Kind.HEAD;
            case "PUT" ->
                exchange.getRequestHeaders().containsKey("If-None-Match")
                        ? S3Request.Kind.PUT_IF_ABSENT
                        : S3Request.Kind.PUT;
            case "DELETE" -> S3Request.Kind.DELETE;
            case "POST" -> query.containsKey("delete") ? S3Request.Kind.DELETE_MANY : S3Request.Kind.MULTIPART;
            default -> throw new IllegalArgumentException(exchange.getRequestMethod());
        };
    }

    private Answer answer(HttpExchange exchange, S3Request request, byte[] body, Map<String, String> query) {
        String key = request.key();
        return switch (request.kind()) {
            case LIST -> list(key, query);
            case GET, HEAD -> get(exchange, key);
            case PUT, PUT_IF_ABSENT -> put(exchange, key, body, query);
            case DELETE -> {
                objects.delete(key);
                yield Answer.of(204);
            }
            case DELETE_MANY -> deleteMany(key, new String(body, StandardCharsets.UTF_8));
            case MULTIPART -> multipart(key, query);
        };
    }

    private Answer put(HttpExchange exchange, String key, byte[] body, Map<String, String> query) {
        if (query.containsKey("uploadId")) {
            objects.part(query.get("uploadId"), Integer.parseInt(query.getOrDefault("partNumber", "1")), body);
            return new Answer(200, NOTHING, Map.of("ETag", "\"part\""), 0);
        }
        String source = exchange.getRequestHeaders().getFirst("x-amz-copy-source");
        if (source != null) {
            S3Objects.Stored copied = objects.get(decoded(source.startsWith("/") ? source.substring(1) : source));
            if (copied == null) {
                return Answer.error(404, "NoSuchKey");
            }
            objects.put(key, copied.body(), false);
            return Answer.xml("<CopyObjectResult><ETag>\"copy\"</ETag></CopyObjectResult>", 0);
        }
        String etag = objects.put(key, body, exchange.getRequestHeaders().containsKey("If-None-Match"));
        return etag.isEmpty()
                ? Answer.error(412, "PreconditionFailed")
                : new Answer(200, NOTHING, Map.of("ETag", etag), 0);
    }

    private Answer get(HttpExchange exchange, String key) {
        S3Objects.Stored stored = objects.get(key);
        if (stored == null) {
            return Answer.error(404, "NoSuchKey");
        }
        Map<String, String> headers = new LinkedHashMap<>();
        headers.put("ETag", stored.etag());
        headers.put("Last-Modified", HTTP_DATE.format(stored.modified()));
        headers.put("Accept-Ranges", "bytes");
        if (exchange.getRequestMethod().equals("HEAD")) {
            headers.put("Content-Length", String.valueOf(stored.body().length));
            return new Answer(200, NOTHING, headers, 0);
        }
        String range = exchange.getRequestHeaders().getFirst("Range");
        if (range == null) {
            return new Answer(200, stored.body(), headers, 0);
        }
        int length = stored.body().length;
        String[] ends = range.substring("bytes=".length()).split("-", 2);
        int from = ends[0].isEmpty() ? Math.max(0, length - Integer.parseInt(ends[1])) : Integer.parseInt(ends[0]);
        int to = ends[0].isEmpty() || ends[1].isEmpty() ? length : Math.min(length, Integer.parseInt(ends[1]) + 1);
        if (from >= to) {
            return Answer.error(416, "InvalidRange");
        }
        headers.put("Content-Range", "bytes " + from + "-" + (to - 1) + "/" + length);
        return new Answer(206, Arrays.copyOfRange(stored.body(), from, to), headers, 0);
    }

    private Answer list(String bucket, Map<String, String> query) {
        S3Objects.Page page = objects.list(
                bucket.replace("/", ""),
                query.getOrDefault("prefix", ""),
                query.getOrDefault("delimiter", ""),
                query.getOrDefault("continuation-token", query.getOrDefault("start-after", "")),
                Integer.parseInt(query.getOrDefault("max-keys", "1000")));
        StringBuilder xml = new StringBuilder("<ListBucketResult><Name>")
                .append(bucket)
                .append("</Name><KeyCount>")
                .append(page.keys().size() + page.prefixes().size())
                .append("</KeyCount><MaxKeys>1000</MaxKeys><IsTruncated>")
                .append(!page.next().isEmpty())
                .append("</IsTruncated>");
        if (!page.next().isEmpty()) {
            xml.append("<NextContinuationToken>").append(escaped(page.next())).append("</NextContinuationToken>");
        }
        boolean encode = "url".equals(query.get("encoding-type"));
        page.keys()
                .forEach((key, stored) -> xml.append("<Contents><Key>")
                        .append(encode ? URLEncoder.encode(key, StandardCharsets.UTF_8) : escaped(key))
                        .append("</Key><LastModified>")
                        .append(DateTimeFormatter.ISO_INSTANT.format(stored.modified()))
                        .append("</LastModified><ETag>")
                        .append(escaped(stored.etag()))
                        .append("</ETag><Size>")
                        .append(stored.body().length)
                        .append("</Size><StorageClass>STANDARD</StorageClass></Contents>"));
        page.prefixes()
                .forEach(prefix -> xml.append("<CommonPrefixes><Prefix>")
                        .append(encode ? URLEncoder.encode(prefix, StandardCharsets.UTF_8) : escaped(prefix))
                        .append("</Prefix></CommonPrefixes>"));
        return Answer.xml(
                xml.append("</ListBucketResult>").toString(),
                page.keys().size() + page.prefixes().size());
    }

    private Answer deleteMany(String bucket, String body) {
        Matcher keys = KEY_ELEMENT.matcher(body);
        StringBuilder xml = new StringBuilder("<DeleteResult>");
        while (keys.find()) {
            objects.delete(bucket.replace("/", "") + "/" + unescaped(keys.group(1)));
            xml.append("<Deleted><Key>").append(keys.group(1)).append("</Key></Deleted>");
        }
        return Answer.xml(xml.append("</DeleteResult>").toString(), 0);
    }

    private Answer multipart(String key, Map<String, String> query) {
        if (query.containsKey("uploads")) {
            return Answer.xml(
                    "<InitiateMultipartUploadResult><UploadId>" + objects.beginUpload()
                            + "</UploadId></InitiateMultipartUploadResult>",
                    0);
        }
        String etag = objects.completeUpload(query.getOrDefault("uploadId", ""), key);
        return Answer.xml(
                "<CompleteMultipartUploadResult><ETag>" + escaped(etag) + "</ETag></CompleteMultipartUploadResult>", 0);
    }

    private static Map<String, String> query(URI uri) {
        Map<String, String> query = new LinkedHashMap<>();
        if (uri.getRawQuery() != null) {
            for (String pair : uri.getRawQuery().split("&")) {
                int equals = pair.indexOf('=');
                query.put(
                        decoded(equals < 0 ? pair : pair.substring(0, equals)),
                        equals < 0 ? "" : decoded(pair.substring(equals + 1)));
            }
        }
        return query;
    }

    /** In paths and in S3's queries a plus sign is itself. */
    private static String decoded(String text) {
        return URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }

    private static String unescaped(String text) {
        return text.replace("&quot;", "\"")
                .replace("&gt;", ">")
                .replace("&lt;", "<")
                .replace("&amp;", "&");
    }
}

package dev.tailrace.torture.child;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.tailrace.torture.audit.Arrivals;
import dev.tailrace.torture.audit.Mark;
import java.io.BufferedInputStream;
import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Executors;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.GZIPInputStream;

/**
 * A target of log records: OTLP over HTTP, or lines over TCP. Appends what it takes to a file before it answers, see {@link Arrivals}. Main
 * class of a child JVM; arguments: {@code otlp} or {@code lines}, port, file, seed, and of how many records one is bad, 0 for none.
 *
 * <p>{@code ready} is written at the start. A line on standard input is the mood from then on, and is answered with it: {@code calm}; {@code
 * status 503} answers so and takes nothing; {@code slow 3000} waits so many milliseconds before it answers; {@code rough} does each of these,
 * and hangs up, at random. Bad records are refused: by 400, or as partial success. One request at a time: the order of arrivals counts.
 */
public final class TargetServer {
    /** A producer's record, whole or not, or a report. Texts stand in a request as they are. */
    private static final Pattern RECORD =
            Pattern.compile("<\\d+\\.\\d+\\.\\d+ [^<>]*>?|log records for [^<>]*? were dropped");

    private static final int FEW = 8;
    private static final int LINES_UNTIL_HANGING_UP = 3_000;
    private static final Mark NONE = new Mark(0, 0, 0);

    private final FileChannel file;
    private final Random random;
    private final int badEach;
    private volatile String[] mood = {"calm"};

    private TargetServer(Path file, long seed, int badEach) throws IOException {
        this.file = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        // The process before may have been killed while it wrote.
        this.file.position(this.file.size() / Arrivals.ENTRY * Arrivals.ENTRY);
        this.random = new Random(seed);
        this.badEach = badEach;
    }

    public static void main(String[] arguments) throws IOException {
        int port = Integer.parseInt(arguments[1]);
        TargetServer server =
                new TargetServer(Path.of(arguments[2]), Long.parseLong(arguments[3]), Integer.parseInt(arguments[4]));
        if (arguments[0].equals("otlp")) {
            HttpServer http = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
            http.createContext("/", server::answer);
            http.setExecutor(Executors.newSingleThreadExecutor());
            http.start();
        } else {
            ServerSocket socket = new ServerSocket(port, 0, InetAddress.getLoopbackAddress());
            new Thread(() -> server.takeLines(socket), "lines").start();
        }
        System.out.println("ready");
        BufferedReader commands = new BufferedReader(new InputStreamReader(System.in, UTF_8));
        for (String line = commands.readLine(); line != null; line = commands.readLine()) {
            server.mood = line.split(" ", -1);
            System.out.println(line);
        }
        Runtime.getRuntime().halt(3);
    }

    private void answer(HttpExchange exchange) throws IOException {
        String[] now = mood;
        int chance = now[0].equals("rough") ? random.nextInt(100) : 100;
        try (exchange) {
            if (now[0].equals("status")) {
                exchange.getRequestBody().readAllBytes();
                refuse(exchange, Integer.parseInt(now[1]));
            } else if (chance < 12) {
                exchange.getRequestBody().readAllBytes();
                refuse(exchange, List.of(429, 429, 502, 503, 504).get(random.nextInt(5)));
            } else if (chance < 16) {
                note(Arrivals.Kind.REFUSED_REQUEST, List.of(NONE));
            } else {
                int millis = now[0].equals("slow") ? Integer.parseInt(now[1]) : chance < 22 ? random.nextInt(2_500) : 0;
                LockSupport.parkNanos(millis * 1_000_000L);
                List<Mark> marks;
                try (InputStream in = new GZIPInputStream(exchange.getRequestBody())) {
                    marks = marks(new String(in.readAllBytes(), UTF_8));
                }
                if (chance >= 22 && chance < 36 && marks.size() > FEW) {
                    refuse(exchange, 413);
                } else {
                    take(marks, exchange, chance < 36 || chance > 42);
                }
            }
        }
    }

    /** Stores records and answers, or stores them and hangs up. */
    private void take(List<Mark> good, HttpExchange exchange, boolean answers) throws IOException {
        List<Mark> bad = new ArrayList<>();
        int all = good.size();
        good.removeIf(mark -> badEach > 0 && mark.sequence() % badEach == badEach - 1 && bad.add(mark));
        if (!bad.isEmpty() && (all == 1 || random.nextBoolean())) {
            note(Arrivals.Kind.REFUSED, all == 1 ? bad : List.of());
            refuse(exchange, 400);
            return;
        }
        note(Arrivals.Kind.REFUSED, bad);
        note(Arrivals.Kind.RECORD, good);
        if (answers) {
            // ExportLogsServiceResponse: partial_success with rejected_log_records, fewer than 128.
            byte[] body = {0x0A, 2, 0x08, (byte) bad.size()};
            exchange.sendResponseHeaders(200, bad.isEmpty() ? -1 : body.length);
            if (!bad.isEmpty()) {
                exchange.getResponseBody().write(body);
            }
        }
    }

    private void refuse(HttpExchange exchange, int status) throws IOException {
        note(Arrivals.Kind.REFUSED_REQUEST, List.of(NONE));
        if (status == 429) {
            ZonedDateTime date = ZonedDateTime.now(ZoneOffset.UTC).plusSeconds(2);
            exchange.getResponseHeaders()
                    .add("Retry-After", random.nextBoolean() ? "1" : DateTimeFormatter.RFC_1123_DATE_TIME.format(date));
        }
        exchange.sendResponseHeaders(status, -1);
    }

    /** The producers' records; others are noted. */
    private List<Mark> marks(String text) throws IOException {
        List<Mark> marks = new ArrayList<>();
        for (Matcher found = RECORD.matcher(text); found.find(); ) {
            Mark mark = Mark.read(found.group());
            if (mark != null) {
                marks.add(mark);
            } else {
                boolean torn = found.group().startsWith("<");
                note(torn ? Arrivals.Kind.TORN : Arrivals.Kind.FOREIGN, List.of(NONE));
            }
        }
        return marks;
    }

    private void note(Arrivals.Kind kind, List<Mark> marks) throws IOException {
        ByteBuffer entries = ByteBuffer.allocate(marks.size() * Arrivals.ENTRY);
        marks.forEach(mark -> Arrivals.put(kind, mark, entries));
        entries.flip();
        while (entries.hasRemaining()) {
            file.write(entries);
        }
    }

    /** Reads one connection after the other, so that the rest of a dead process's comes before its successor's. */
    private void takeLines(ServerSocket socket) {
        while (true) {
            try (Socket connection = socket.accept();
                    InputStream in = new BufferedInputStream(connection.getInputStream(), 1 << 16)) {
                ByteArrayOutputStream line = new ByteArrayOutputStream();
                boolean leaving = false;
                for (int b = in.read(); b >= 0; b = in.read()) {
                    line.write(b);
                    if (b == '\n') {
                        note(Arrivals.Kind.RECORD, marks(line.toString(UTF_8)));
                        line.reset();
                        leaving |= mood[0].equals("rough") && random.nextInt(LINES_UNTIL_HANGING_UP) == 0;
                        // What it has not read for over a second would be lost, which is documented.
                        if (leaving && in.available() == 0) {
                            note(Arrivals.Kind.REFUSED_REQUEST, List.of(NONE));
                            break;
                        }
                    }
                }
            } catch (IOException e) {
                // The process at the other end was killed.
            }
        }
    }
}

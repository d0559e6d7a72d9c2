package dev.tailrace.doctor.corpus;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

/** The JDK's own HTTP server with one page, made anew or not for each request. */
final class PageServer {
    private final HttpServer server;

    private PageServer(HttpServer server) {
        this.server = server;
    }

    /** Makes the bytes of a page. */
    interface Page {
        byte[] bytes(String query);
    }

    static PageServer start(int threads, String prefix, Page page) throws IOException {
        // Else it waits 40 ms for the acknowledgement of each answer's headers.
        System.setProperty("sun.net.httpserver.nodelay", "true");
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 100);
        AtomicInteger number = new AtomicInteger();
        ExecutorService workers = Executors.newFixedThreadPool(threads, work -> {
            Thread thread = new Thread(work, prefix + number.incrementAndGet());
            thread.setDaemon(true);
            return thread;
        });
        server.setExecutor(workers);
        server.createContext("/page", exchange -> answer(exchange, page));
        server.start();
        return new PageServer(server);
    }

    int port() {
        return server.getAddress().getPort();
    }

    private static void answer(HttpExchange exchange, Page page) throws IOException {
        String query = exchange.getRequestURI().getQuery();
        byte[] bytes = page.bytes(query == null ? "" : query);
        exchange.sendResponseHeaders(200, bytes.length);
        try (OutputStream body = exchange.getResponseBody()) {
            body.write(bytes);
        }
    }
}

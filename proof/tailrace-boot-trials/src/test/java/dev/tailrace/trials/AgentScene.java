package dev.tailrace.trials;

import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import org.slf4j.LoggerFactory;
import org.springframework.boot.SpringApplication;
import org.springframework.context.ConfigurableApplicationContext;

/** A web application that answers one request, which belongs to a trace. */
final class AgentScene {
    static final String TRACE = "0af7651916cd43dd8448eb211c80319c";
    static final String PARENT = "b7ad6b7169203331";

    private AgentScene() {}

    /** Starts the application with these arguments, sends the request, and ends. */
    public static void main(String[] arguments) throws Exception {
        try (ConfigurableApplicationContext context = SpringApplication.run(TrialWebApplication.class, arguments)) {
            request(Integer.parseInt(Objects.requireNonNull(
                    context.getEnvironment().getProperty("local.server.port"), "no web server")));
            LoggerFactory.getLogger("demo.shop.Orders").info("no order any more");
        }
    }

    /** By hand: the agent would give a request of an HTTP client a trace of its own. */
    private static void request(int port) throws Exception {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.getOutputStream()
                    .write(("GET /order HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\ntraceparent: 00-" + TRACE
                                    + "-" + PARENT + "-01\r\n\r\n")
                            .getBytes(StandardCharsets.US_ASCII));
            // Until the server closes it.
            socket.getInputStream().transferTo(OutputStream.nullOutputStream());
        }
    }
}

package dev.tailrace.doctor.corpus;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Log4j 2, all loggers asynchronous, before a socket to a collector that has stopped reading. The ring is full, the callers
 * wait for a place in it. Needs Disruptor 3: on Disruptor 4 only one of them waits, and Log4j 2.26 silently drops what all the others log. Healthy: the
 * collector reads.
 */
final class Log4jRingFull {
    private static final String CONFIGURATION = """
            <Configuration status="WARN">
              <Appenders>
                <Socket name="%s" host="127.0.0.1" port="%d" protocol="TCP" immediateFlush="true" connectTimeoutMillis="2000">
                  <PatternLayout pattern="%%d{ISO8601} %%-5p [%%t] %%c{1} - %%m%%n"/>
                </Socket>
              </Appenders>
              <Loggers>
                <Root level="info"><AppenderRef ref="%1$s"/></Root>
              </Loggers>
            </Configuration>
            """;

    private Log4jRingFull() {}

    public static void main(String[] arguments) throws Exception {
        if (arguments.length > 0 && arguments[0].equals("--collector")) {
            collect(arguments[1].equals("--reads"));
            return;
        }
        Stage stage = Stage.of(arguments);
        Neighbour collector = Neighbour.start(Log4jRingFull.class, "--collector", stage.sick() ? "--deaf" : "--reads");
        Log4jStage.configure(
                stage,
                CONFIGURATION.formatted(
                        stage.pick("COLLECTOR", "LOGSTASH", "REMOTE"), Integer.parseInt(collector.firstLine())));
        Log4jStage.allAsync(256 << stage.between(0, 3));
        Logger log = LoggerFactory.getLogger("bidding." + stage.pick("Auction", "Bidder"));
        String[] texts = Words.texts(stage.random(), 50, stage.between(300, 1_600));
        int count = stage.between(24, 84);
        Callers callers = Callers.start(
                count,
                stage.pick("bidder-", "XNIO-1 task-", "epollEventLoopGroup-3-"),
                stage.sick() ? 5_000 : 500,
                (caller, turn) -> bid(log, texts[(int) (turn % texts.length)], turn));
        if (stage.sick()) {
            stage.playOnceTrue(() -> callers.within("AsyncLogger", "publish", 0.9));
        } else {
            stage.playOnceTrue(() -> callers.turns() > 500);
        }
    }

    private static void bid(Logger log, String text, long turn) {
        log.info("bid {}\t{}", turn, text);
    }

    private static void collect(boolean reading) throws IOException {
        try (ServerSocket server = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
            System.out.println(server.getLocalPort());
            Thread connections = new Thread(() -> accept(server, reading), "connections");
            connections.setDaemon(true);
            connections.start();
            Neighbour.stayWhileNeeded();
        }
    }

    private static void accept(ServerSocket server, boolean reading) {
        byte[] buffer = new byte[65_536];
        try (Socket socket = server.accept();
                InputStream input = socket.getInputStream()) {
            while (!reading || input.read(buffer) >= 0) {
                if (!reading) {
                    Thread.sleep(60_000);
                }
            }
        } catch (IOException | InterruptedException over) {
            // The program has ended.
        }
    }
}

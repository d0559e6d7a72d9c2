package dev.tailrace.doctor.corpus;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Wakes a server's threads once, so that they are there to be idle. */
final class FewRequests {
    private FewRequests() {}

    static void send(int port, int count) throws InterruptedException {
        CountDownLatch answered = new CountDownLatch(count);
        for (int i = 0; i < count; i++) {
            Thread thread = new Thread(() -> {
                ask(port);
                answered.countDown();
            });
            thread.setDaemon(true);
            thread.start();
        }
        answered.await(10, TimeUnit.SECONDS);
    }

    private static void ask(int port) {
        try (InputStream body =
                URI.create("http://127.0.0.1:" + port + "/").toURL().openStream()) {
            body.readAllBytes();
        } catch (IOException notFound) {
            // That too was an answer.
        }
    }
}

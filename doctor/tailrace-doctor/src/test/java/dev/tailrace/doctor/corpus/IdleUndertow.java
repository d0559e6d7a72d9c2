package dev.tailrace.doctor.corpus;

import io.undertow.Undertow;
import io.undertow.server.handlers.BlockingHandler;
import java.net.InetSocketAddress;

/** An Undertow with its threads started and no requests: nothing is wrong. Always healthy. */
final class IdleUndertow {
    private IdleUndertow() {}

    public static void main(String[] arguments) throws Exception {
        Stage stage = Stage.of(arguments);
        LogbackStage.configure(stage, LogbackStage.SILENT);
        int threads = stage.between(8, 48);
        Undertow undertow = Undertow.builder()
                .addHttpListener(0, "127.0.0.1")
                .setIoThreads(stage.between(2, 8))
                .setWorkerThreads(threads)
                .setHandler(new BlockingHandler(exchange -> {
                    Thread.sleep(100);
                    exchange.getResponseSender().send("well");
                }))
                .build();
        undertow.start();
        InetSocketAddress address =
                (InetSocketAddress) undertow.getListenerInfo().get(0).getAddress();
        FewRequests.send(address.getPort(), threads);
        stage.play();
    }
}

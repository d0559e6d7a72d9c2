package dev.tailrace.doctor.corpus;

import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.thread.QueuedThreadPool;

/** A Jetty with its threads started and no requests: nothing is wrong. Always healthy. */
final class IdleJetty {
    private IdleJetty() {}

    public static void main(String[] arguments) throws Exception {
        Stage stage = Stage.of(arguments);
        LogbackStage.configure(stage, LogbackStage.SILENT);
        int threads = stage.between(12, 60);
        QueuedThreadPool pool = new QueuedThreadPool(threads + 20, threads);
        if (stage.random().nextBoolean()) {
            pool.setName("web");
        }
        Server server = new Server(pool);
        ServerConnector connector = new ServerConnector(server, 1, stage.between(1, 3));
        connector.setHost("127.0.0.1");
        server.addConnector(connector);
        server.start();
        FewRequests.send(connector.getLocalPort(), 5);
        stage.play();
    }
}

package dev.tailrace.doctor.corpus;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Properties;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * A service whose database takes about a second for each query; some of its threads wait for an answer, the others for a
 * connection. Healthy: the database answers at once, and the pool has a connection for everybody.
 */
final class SlowDatabase {
    private SlowDatabase() {}

    public static void main(String[] arguments) throws Exception {
        if (arguments.length > 0 && arguments[0].equals("--database")) {
            serve(Long.parseLong(arguments[1]));
            return;
        }
        Stage stage = Stage.of(arguments);
        long answerMillis = stage.sick() ? stage.between(700, 2_500) : 2;
        Neighbour database = Neighbour.start(SlowDatabase.class, "--database", Long.toString(answerMillis));
        int count = stage.between(16, 40);
        int connections = stage.sick() ? stage.between(count * 3 / 5, count) : count;
        BlockingQueue<Connection> pool = new ArrayBlockingQueue<>(connections);
        for (int i = 0; i < connections; i++) {
            pool.add(new WireDriver().connect("jdbc:wire:" + database.firstLine(), new Properties()));
        }
        String table = stage.pick("orders", "tariffs", "members");
        Callers callers = Callers.start(
                count,
                stage.pick("http-nio-8080-exec-", "jetty-worker-", "requests-"),
                stage.sick() ? 200 : 100,
                (caller, turn) -> serveRequest(pool, table, turn));
        if (stage.sick()) {
            stage.playOnceTrue(() -> callers.within("WireStatement", "executeQuery", 0.5));
        } else {
            stage.playOnceTrue(() -> callers.turns() > 200);
        }
    }

    private static void serveRequest(BlockingQueue<Connection> pool, String table, long turn) throws Exception {
        Connection connection = pool.take();
        try {
            loadRow(connection, table, turn);
        } finally {
            pool.put(connection);
        }
    }

    private static String loadRow(Connection connection, String table, long turn) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("select * from " + table + " where id = " + turn)) {
            return row.next() ? row.getString(1) : "";
        }
    }

    private static void serve(long answerMillis) throws IOException {
        try (ServerSocket server = new ServerSocket(0, 100, InetAddress.getLoopbackAddress())) {
            System.out.println(server.getLocalPort());
            daemon(() -> accept(server, answerMillis));
            Neighbour.stayWhileNeeded();
        }
    }

    private static void accept(ServerSocket server, long answerMillis) {
        try {
            while (true) {
                Socket socket = server.accept();
                daemon(() -> answer(socket, answerMillis));
            }
        } catch (IOException over) {
            // The program has ended.
        }
    }

    private static void answer(Socket socket, long answerMillis) {
        try (socket;
                BufferedReader queries =
                        new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
                OutputStream answers = socket.getOutputStream()) {
            for (String query = queries.readLine(); query != null; query = queries.readLine()) {
                TimeUnit.MILLISECONDS.sleep(answerMillis);
                answers.write(("row of " + query + "\n").getBytes(StandardCharsets.UTF_8));
            }
        } catch (IOException | InterruptedException over) {
            // The program has ended.
        }
    }

    private static void daemon(Runnable work) {
        Thread thread = new Thread(work);
        thread.setDaemon(true);
        thread.start();
    }
}

package dev.tailrace.doctor.corpus;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.DriverPropertyInfo;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.Statement;
import java.util.Properties;
import java.util.logging.Logger;

/**
 * A JDBC driver for {@code jdbc:wire:PORT} that can do just enough: send a query's text as a line over a socket, and wait
 * for a line that is its only row.
 */
final class WireDriver implements Driver {
    private static final String PREFIX = "jdbc:wire:";

    @Override
    public Connection connect(String url, Properties info) throws SQLException {
        try {
            return proxy(Connection.class, new WireConnection(Integer.parseInt(url.substring(PREFIX.length()))));
        } catch (IOException e) {
            throw new SQLException("no database at " + url, e);
        }
    }

    @Override
    public boolean acceptsURL(String url) {
        return url.startsWith(PREFIX);
    }

    @Override
    public DriverPropertyInfo[] getPropertyInfo(String url, Properties info) {
        return new DriverPropertyInfo[0];
    }

    @Override
    public int getMajorVersion() {
        return 1;
    }

    @Override
    public int getMinorVersion() {
        return 0;
    }

    @Override
    public boolean jdbcCompliant() {
        return false;
    }

    @Override
    public Logger getParentLogger() throws SQLFeatureNotSupportedException {
        throw new SQLFeatureNotSupportedException("logs nothing");
    }

    private static <T> T proxy(Class<T> type, InvocationHandler handler) {
        return type.cast(Proxy.newProxyInstance(WireDriver.class.getClassLoader(), new Class<?>[] {type}, handler));
    }

    private static final class WireConnection implements InvocationHandler {
        private final Socket socket;
        private final BufferedReader answers;
        private final OutputStream queries;

        WireConnection(int port) throws IOException {
            socket = new Socket(InetAddress.getLoopbackAddress(), port);
            socket.setTcpNoDelay(true);
            answers = new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
            queries = socket.getOutputStream();
        }

        @Override
        public Object invoke(Object proxy, java.lang.reflect.Method method, Object[] arguments) throws Throwable {
            return switch (method.getName()) {
                case "createStatement" -> proxy(Statement.class, new WireStatement(this));
                case "close" -> {
                    socket.close();
                    yield true;
                }
                default -> throw new SQLFeatureNotSupportedException(method.getName());
            };
        }

        synchronized String ask(String sql) throws SQLException {
            try {
                queries.write((sql + "\n").getBytes(StandardCharsets.UTF_8));
                String answer = answers.readLine();
                if (answer == null) {
                    throw new SQLException("the database has hung up");
                }
                return answer;
            } catch (IOException e) {
                throw new SQLException("connection lost", e);
            }
        }
    }

    private static final class WireStatement implements InvocationHandler {
        private final WireConnection connection;

        WireStatement(WireConnection connection) {
            this.connection = connection;
        }

        @Override
        public Object invoke(Object proxy, java.lang.reflect.Method method, Object[] arguments) throws Throwable {
            return switch (method.getName()) {
                case "executeQuery" -> executeQuery((String) arguments[0]);
                case "close" -> true;
                default -> throw new SQLFeatureNotSupportedException(method.getName());
            };
        }

        ResultSet executeQuery(String sql) throws SQLException {
            return proxy(ResultSet.class, new WireRow(connection.ask(sql)));
        }
    }

    private static final class WireRow implements InvocationHandler {
        private final String row;
        private boolean read;

        WireRow(String row) {
            this.row = row;
        }

        @Override
        public Object invoke(Object proxy, java.lang.reflect.Method method, Object[] arguments) throws Throwable {
            return switch (method.getName()) {
                case "next" -> {
                    boolean first = !read;
                    read = true;
                    yield first;
                }
                case "getString" -> row;
                case "close" -> true;
                default -> throw new SQLFeatureNotSupportedException(method.getName());
            };
        }
    }
}

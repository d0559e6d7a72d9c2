package dev.tailrace.ship.lines;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.Map;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;
import javax.net.ssl.TrustManagerFactory;
import org.jspecify.annotations.Nullable;

/** Makes connections, by TLS with the host's name checked where it is asked for. For one thread. */
final class Sockets {
    private final boolean tls;
    private final Map<String, String> options;
    private final int connectMillis;
    private @Nullable SSLSocketFactory factory;

    Sockets(boolean tls, Map<String, String> options, int connectMillis) {
        this.tls = tls;
        this.options = options;
        this.connectMillis = connectMillis;
    }

    /** @param plain the same connection; closing it ends a blocked write, also by TLS */
    record Connection(Socket socket, Socket plain) {}

    Connection connect(InetSocketAddress host) throws IOException, GeneralSecurityException {
        Socket plain = new Socket();
        boolean done = false;
        try {
            plain.connect(Addresses.resolved(host), connectMillis);
            plain.setTcpNoDelay(true);
            plain.setKeepAlive(true);
            Connection made = new Connection(tls ? secured(plain, host) : plain, plain);
            done = true;
            return made;
        } finally {
            if (!done) {
                plain.close();
            }
        }
    }

    private Socket secured(Socket plain, InetSocketAddress host) throws IOException, GeneralSecurityException {
        SSLSocketFactory known = factory == null ? context().getSocketFactory() : factory;
        factory = known;
        plain.setSoTimeout(connectMillis);
        SSLSocket socket = (SSLSocket) known.createSocket(plain, host.getHostString(), host.getPort(), true);
        SSLParameters parameters = socket.getSSLParameters();
        parameters.setEndpointIdentificationAlgorithm("HTTPS");
        socket.setSSLParameters(parameters);
        socket.startHandshake();
        return socket;
    }

    private SSLContext context() throws IOException, GeneralSecurityException {
        SSLContext context = SSLContext.getInstance("TLS");
        KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        keys.init(store("keyStore"), password("keyStore"));
        TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(store("trustStore"));
        context.init(keys.getKeyManagers(), trust.getTrustManagers(), null);
        return context;
    }

    /** Null: the JDK's. */
    private @Nullable KeyStore store(String name) throws IOException, GeneralSecurityException {
        String file = options.get(name);
        if (file == null) {
            return null;
        }
        KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
        Path path = Path.of(file.replaceFirst("^file:(//)?", ""));
        try (InputStream in = Files.newInputStream(path)) {
            store.load(in, password(name));
        }
        return store;
    }

    private char @Nullable [] password(String store) {
        String password = options.get(store + "Password");
        return password == null ? null : password.toCharArray();
    }
}

package dev.tailrace.otlp;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.spec.InvalidKeySpecException;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import org.jspecify.annotations.Nullable;

/** TLS with certificates and a key in PEM files. */
final class Pem {
    private static final Pattern KEY = Pattern.compile("-----BEGIN PRIVATE KEY-----([^-]+)-----END PRIVATE KEY-----");
    private static final String[] ALGORITHMS = {"RSA", "EC", "EdDSA"};

    private Pem() {}

    /**
     * A context.
     *
     * @param trusted certificates that are trusted instead of the JDK's; null: the JDK's are
     * @param certificate the client's certificate and those that have signed it
     * @param key the client's key
     */
    static SSLContext context(@Nullable String trusted, @Nullable String certificate, @Nullable String key)
            throws IOException, GeneralSecurityException {
        TrustManager[] trust = null;
        if (trusted != null) {
            KeyStore store = empty();
            int number = 0;
            for (Certificate each : certificates(trusted)) {
                store.setCertificateEntry("trusted" + number++, each);
            }
            TrustManagerFactory factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            factory.init(store);
            trust = factory.getTrustManagers();
        }
        KeyManager[] keys = null;
        if (certificate != null && key != null) {
            KeyStore store = empty();
            store.setKeyEntry("client", key(key), new char[0], certificates(certificate));
            KeyManagerFactory factory = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
            factory.init(store, new char[0]);
            keys = factory.getKeyManagers();
        }
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(keys, trust, null);
        return context;
    }

    private static KeyStore empty() throws IOException, GeneralSecurityException {
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(null, null);
        return store;
    }

    private static Certificate[] certificates(String file) throws IOException, GeneralSecurityException {
        try (InputStream in = Files.newInputStream(Path.of(file))) {
            Certificate[] all = CertificateFactory.getInstance("X.509")
                    .generateCertificates(in)
                    .toArray(new Certificate[0]);
            if (all.length == 0) {
                throw new GeneralSecurityException("no certificate in " + file);
            }
            return all;
        }
    }

    private static PrivateKey key(String file) throws IOException, GeneralSecurityException {
        Matcher matcher = KEY.matcher(Files.readString(Path.of(file), StandardCharsets.ISO_8859_1));
        if (matcher.find()) {
            PKCS8EncodedKeySpec encoded =
                    new PKCS8EncodedKeySpec(Base64.getMimeDecoder().decode(matcher.group(1)));
            for (String algorithm : ALGORITHMS) {
                try {
                    return KeyFactory.getInstance(algorithm).generatePrivate(encoded);
                } catch (InvalidKeySpecException e) {
                    // A key of another algorithm.
                }
            }
        }
        throw new GeneralSecurityException(
                "no PKCS #8 key without password in " + file + " (openssl pkcs8 -topk8 -nocrypt)");
    }
}

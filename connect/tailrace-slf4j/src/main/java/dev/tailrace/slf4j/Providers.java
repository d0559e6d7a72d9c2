package dev.tailrace.slf4j;

import dev.tailrace.Tailrace;
import dev.tailrace.finding.Finding;
import dev.tailrace.finding.FindingCode;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URL;
import java.net.URLConnection;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Enumeration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The SLF4J providers on the class path, in the order in which SLF4J finds them. SLF4J has just looked them up, so a second lookup is
 * cheap. Immutable.
 */
final class Providers {
    private static final String SERVICES = "META-INF/services/org.slf4j.spi.SLF4JServiceProvider";
    private static final String CHOICE = "slf4j.provider";

    private final String own;
    private final List<String> names;

    private Providers(String own, List<String> names) {
        this.own = own;
        this.names = names;
    }

    /**
     * Finds the providers that are visible to the class loader of our {@code provider}. Only {@code provider} itself, if it is configured
     * explicitly or the lookup fails.
     */
    static Providers find(Class<?> provider) {
        String own = provider.getName();
        try {
            if (!own.equals(System.getProperty(CHOICE))) {
                return new Providers(own, read(provider.getClassLoader()));
            }
        } catch (IOException | RuntimeException e) {
            // The list is only needed for a finding.
            return new Providers(own, List.of());
        }
        return new Providers(own, List.of());
    }

    private static List<String> read(@Nullable ClassLoader loader) throws IOException {
        List<URL> files = new ArrayList<>();
        Enumeration<URL> found =
                loader == null ? ClassLoader.getSystemResources(SERVICES) : loader.getResources(SERVICES);
        while (found.hasMoreElements()) {
            URL file = found.nextElement();
            if (!files.contains(file)) {
                files.add(file);
            }
        }
        List<String> names = new ArrayList<>();
        // With our provider alone, the normal case, there is nothing to read.
        for (URL file : files.size() < 2 ? List.<URL>of() : files) {
            URLConnection connection = file.openConnection();
            // A cached jar would stay open when the application is undeployed.
            connection.setUseCaches(false);
            try (BufferedReader lines =
                    new BufferedReader(new InputStreamReader(connection.getInputStream(), StandardCharsets.UTF_8))) {
                for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                    int comment = line.indexOf('#');
                    String name = (comment < 0 ? line : line.substring(0, comment)).strip();
                    if (!name.isEmpty() && !names.contains(name)) {
                        names.add(name);
                    }
                }
            }
        }
        return names;
    }

    /** Whether SLF4J will use our provider. */
    boolean isOursFirst() {
        return names.isEmpty() || names.get(0).equals(own);
    }

    /** Reports a finding if there are several providers. */
    void report() {
        if (names.size() < 2) {
            return;
        }
        List<String> others = new ArrayList<>(names);
        others.remove(own);
        boolean logback = others.stream().anyMatch(name -> name.startsWith("ch.qos.logback."));
        Finding finding = Finding.of(
                FindingCode.SEVERAL_PROVIDERS,
                isOursFirst()
                        ? "Beside Tailrace there is " + String.join(", ", others)
                                + " on the class path. SLF4J uses Tailrace, because it comes first; in another build it may not."
                        : "SLF4J uses " + names.get(0)
                                + ", which comes first on the class path, and not Tailrace: none of its settings has an effect.");
        Tailrace.report(
                logback
                        ? finding.remedy(
                                "Exclude ch.qos.logback:logback-classic (in Spring Boot: spring-boot-starter-logging) from the"
                                        + " dependency that brings it, or start with -Dslf4j.provider=" + own + ".")
                        : finding);
    }
}

package dev.tailrace.bench.peers;

import dev.tailrace.testkit.Origins;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Finds jars and classes relative to this module's own: {@code target/peers} holds a folder of jars for each backend, and Tailrace is in the
 * sibling modules, as classes or as jars. Immutable.
 */
public final class ClassPaths {
    private final Path own;
    private final Path target;

    private ClassPaths(Path own, Path target) {
        this.own = own;
        this.target = target;
    }

    /**
     * The folders of this build.
     *
     * @throws IOException if a folder is missing; the message names what to build
     */
    public static ClassPaths ofThisBuild() throws IOException {
        Path own = Origins.of(ClassPaths.class);
        Path target = own.toAbsolutePath().normalize().getParent();
        if (target == null || !Files.isDirectory(target.resolve("peers"))) {
            throw new IOException("no folder peers beside " + own + ": run `mvn -q package -DskipTests` first");
        }
        return new ClassPaths(own, target);
    }

    /** The class path of this module's programs and one backend, joined for {@code -cp}. */
    public String join(Peer peer, @Nullable String moreFolder) throws IOException {
        List<Path> entries = new ArrayList<>();
        entries.add(own);
        entries.addAll(jars("harness"));
        if (moreFolder != null) {
            entries.addAll(jars(moreFolder));
        }
        for (String folder : peer.folders()) {
            entries.addAll(jars(folder));
        }
        for (String module : peer.modules()) {
            entries.add(module(module));
        }
        return Origins.join(entries);
    }

    /** The version of a peer, from the name of its first jar or module. */
    public String version(Peer peer) throws IOException {
        if (peer == Peer.JUL) {
            return "JDK " + System.getProperty("java.version");
        }
        if (peer.folders().isEmpty()) {
            return ownVersion();
        }
        String name = jars(peer.folders().get(0)).get(0).getFileName().toString();
        return name.replaceFirst("^.*?-(?=\\d)", "").replaceFirst("\\.jar$", "");
    }

    /** The size in bytes of a peer's jars without SLF4J's API; 0 if a jar of Tailrace isn't built. */
    public long jarBytes(Peer peer) throws IOException {
        List<Path> all = new ArrayList<>();
        for (String folder : peer.folders()) {
            all.addAll(jars(folder));
        }
        for (String module : peer.modules()) {
            Optional<Path> jar = jar(module);
            if (jar.isEmpty()) {
                return 0;
            }
            all.add(jar.get());
        }
        long bytes = 0;
        for (Path jar : all) {
            if (!jar.getFileName().toString().startsWith("slf4j-api")) {
                bytes += Files.size(jar);
            }
        }
        return bytes;
    }

    private static String ownVersion() throws IOException {
        try (InputStream in = ClassPaths.class.getResourceAsStream("version.txt")) {
            return in == null ? "unknown" : new String(in.readAllBytes(), StandardCharsets.UTF_8).strip();
        }
    }

    private List<Path> jars(String folder) throws IOException {
        return Origins.jars(target.resolve("peers").resolve(folder));
    }

    private Path module(String module) throws IOException {
        Path modules =
                target.resolve("../../..").resolve(module).resolve("target").normalize();
        Path classes = modules.resolve("classes");
        if (Files.isDirectory(classes)) {
            return classes;
        }
        return jar(module).orElseThrow(() -> new IOException("neither classes nor a jar in " + modules));
    }

    private Optional<Path> jar(String module) throws IOException {
        Path modules =
                target.resolve("../../..").resolve(module).resolve("target").normalize();
        String name = module.substring(module.lastIndexOf('/') + 1);
        try (Stream<Path> files = Files.list(modules)) {
            return files.filter(file -> file.getFileName().toString().matches(name + "-[0-9][^-]*(-SNAPSHOT)?\\.jar"))
                    .findFirst();
        }
    }
}

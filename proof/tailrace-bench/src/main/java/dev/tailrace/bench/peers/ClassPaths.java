package dev.tailrace.bench.peers;

import dev.tailrace.testkit.Build;
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

/** The jars of the backends, and Tailrace's classes in the sibling modules. Immutable. */
public record ClassPaths(Build build) {
    /** The folders of this build. */
    public static ClassPaths ofThisBuild() throws IOException {
        return new ClassPaths(Build.around(ClassPaths.class));
    }

    /** The class path of this module's programs and one backend, joined for {@code -cp}. */
    public String join(Peer peer, @Nullable String moreFolder) throws IOException {
        List<String> folders = new ArrayList<>(moreFolder == null ? List.of() : List.of(moreFolder));
        folders.addAll(peer.folders());
        return build.classPath(folders, peer.modules());
    }

    /** The version of a peer, from the name of its first jar or module. */
    public String version(Peer peer) throws IOException {
        if (peer == Peer.JUL) {
            return "JDK " + System.getProperty("java.version");
        }
        if (peer.folders().isEmpty()) {
            return ownVersion();
        }
        String name = build.jars(peer.folders().get(0)).get(0).getFileName().toString();
        return name.replaceFirst("^.*?-(?=\\d)", "").replaceFirst("\\.jar$", "");
    }

    /** The size in bytes of a peer's jars without SLF4J's API; 0 if a jar of Tailrace isn't built. */
    public long jarBytes(Peer peer) throws IOException {
        List<Path> all = new ArrayList<>();
        for (String folder : peer.folders()) {
            all.addAll(build.jars(folder));
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

    private Optional<Path> jar(String module) throws IOException {
        String name = module.substring(module.lastIndexOf('/') + 1);
        try (Stream<Path> files = Files.list(build.target(module))) {
            return files.filter(file -> file.getFileName().toString().matches(name + "-[0-9][^-]*(-SNAPSHOT)?\\.jar"))
                    .findFirst();
        }
    }
}

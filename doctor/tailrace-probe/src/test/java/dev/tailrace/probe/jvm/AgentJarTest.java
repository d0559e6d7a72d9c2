package dev.tailrace.probe.jvm;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.jar.JarEntry;
import java.util.jar.JarInputStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What goes into the other process. */
class AgentJarTest {
    @Test
    void jar_hasAllClassesOfTheAgentForJava8() throws Exception {
        Set<String> inJar = new TreeSet<>();
        try (JarInputStream jar = new JarInputStream(new ByteArrayInputStream(AgentJar.bytes()))) {
            assertThat(jar.getManifest().getMainAttributes().getValue("Agent-Class"))
                    .isEqualTo("dev.tailrace.probe.agent.Agent");
            for (JarEntry each = jar.getNextJarEntry(); each != null; each = jar.getNextJarEntry()) {
                inJar.add(each.getName().substring(each.getName().lastIndexOf('/') + 1));
                DataInputStream in = new DataInputStream(jar);
                assertThat(in.readInt()).isEqualTo(0xCAFEBABE);
                in.readUnsignedShort();
                assertThat(in.readUnsignedShort()).as(each.getName()).isEqualTo(52);
            }
        }
        Path compiled = Path.of(AgentJar.class
                .getResource("/dev/tailrace/probe/agent/Agent.class")
                .toURI());
        try (Stream<Path> classes = Files.list(compiled.getParent())) {
            assertThat(classes.map(each -> each.getFileName().toString())
                            .filter(each -> !each.startsWith("package-info")))
                    .containsExactlyInAnyOrderElementsOf(inJar);
        }
    }
}

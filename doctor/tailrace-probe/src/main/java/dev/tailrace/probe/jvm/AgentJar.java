package dev.tailrace.probe.jvm;

import com.sun.tools.attach.AgentInitializationException;
import com.sun.tools.attach.AgentLoadException;
import com.sun.tools.attach.VirtualMachine;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.zip.ZipEntry;

/** The agent as a jar of its own, made of classes in doctor's. Stateless. */
public final class AgentJar {
    /** The jar's name in its folder, where the agent expects it. */
    public static final String JAR = "agent.jar";

    /** The file that the agent leaves in its folder. */
    public static final String RESULT = "logging.txt";

    private static final String IN = "dev/tailrace/probe/agent/";
    private static final List<String> CLASSES = List.of(
            "Agent",
            "AppenderDescriber",
            "FieldReader",
            "Jul",
            "LiveLogging",
            "Log4j",
            "Logback",
            "ModuleOpener",
            "SnapshotWriter",
            "TailraceSnapshot");

    private AgentJar() {}

    /** The whole jar. */
    public static byte[] bytes() throws IOException {
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().put(new Attributes.Name("Agent-Class"), "dev.tailrace.probe.agent.Agent");
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (JarOutputStream jar = new JarOutputStream(bytes, manifest)) {
            for (String each : CLASSES) {
                try (InputStream in = AgentJar.class.getResourceAsStream("/" + IN + each + ".class")) {
                    if (in == null) {
                        throw new IOException("a class of the agent is missing in doctor's jar: " + each);
                    }
                    jar.putNextEntry(new ZipEntry(IN + each + ".class"));
                    in.transferTo(jar);
                    jar.closeEntry();
                }
            }
        }
        return bytes.toByteArray();
    }

    /**
     * Has a JVM load the agent and run it.
     *
     * @throws IOException when it refuses; the message is half a sentence
     */
    static void load(VirtualMachine machine, String jar, String argument) throws IOException {
        try {
            machine.loadAgent(jar, argument);
        } catch (AgentLoadException e) {
            String why = String.valueOf(e.getMessage());
            throw new IOException(
                    why.contains("EnableDynamicAgentLoading")
                            ? "the process was started with -XX:-EnableDynamicAgentLoading, which forbids it"
                            : why,
                    e);
        } catch (AgentInitializationException e) {
            throw new IOException("the agent could not start there (it needs Java 8 or newer): " + e.getMessage(), e);
        }
    }
}

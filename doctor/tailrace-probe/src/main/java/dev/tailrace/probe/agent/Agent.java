package dev.tailrace.probe.agent;

import java.io.File;
import java.lang.instrument.Instrumentation;
import java.net.URL;
import java.net.URLClassLoader;

/**
 * The class that the JVM calls. It stays in the application until that ends, for the JVM never gives such a class back; all others are loaded by a
 * loader of their own, which is garbage afterwards. So a later doctor can bring newer ones.
 */
public final class Agent {
    /** In the folder that is the agent's argument. */
    static final String JAR = "agent.jar";

    private Agent() {}

    /** Called by the JVM, in the thread that answers attach requests. Never throws. */
    public static void agentmain(String folder, Instrumentation instrumentation) {
        try {
            URL jar = new File(folder, JAR).toURI().toURL();
            try (URLClassLoader loader = new URLClassLoader(new URL[] {jar}, null)) {
                Class.forName("dev.tailrace.probe.agent.LiveLogging", true, loader)
                        .getMethod("write", Instrumentation.class, String.class)
                        .invoke(null, instrumentation, folder);
            }
        } catch (Throwable e) {
            // Doctor finds no file, and says so.
        }
    }
}

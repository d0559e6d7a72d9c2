package dev.tailrace.probe.jvm;

import com.sun.tools.attach.VirtualMachine;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import javax.management.JMException;
import javax.management.MBeanServerConnection;
import javax.management.ObjectName;
import javax.management.remote.JMXConnector;
import javax.management.remote.JMXConnectorFactory;
import javax.management.remote.JMXServiceURL;

/**
 * Through the bean that knows the same commands. It needs no more than the JDK's public interfaces, but the target has to start its
 * management agent for it, which costs more than {@link AttachCommands}.
 */
final class BeanCommands implements Commands {
    private final VirtualMachine machine;
    private final JMXConnector connector;
    private final MBeanServerConnection server;
    private final ObjectName bean;

    private BeanCommands(
            VirtualMachine machine, JMXConnector connector, MBeanServerConnection server, ObjectName bean) {
        this.machine = machine;
        this.connector = connector;
        this.server = server;
        this.bean = bean;
    }

    @SuppressWarnings(
            "BanJNDI") // The address is that of a process of the same user on this machine; no directory is asked.
    static BeanCommands of(VirtualMachine machine) throws IOException {
        JMXConnector connector = JMXConnectorFactory.connect(new JMXServiceURL(machine.startLocalManagementAgent()));
        try {
            return new BeanCommands(
                    machine,
                    connector,
                    connector.getMBeanServerConnection(),
                    new ObjectName("com.sun.management:type=DiagnosticCommand"));
        } catch (JMException e) {
            throw new IOException(e);
        }
    }

    @Override
    public String run(String command) throws IOException {
        String[] words = command.split(" ", -1);
        List<String> arguments = new ArrayList<>(List.of(words).subList(1, words.length));
        Object[] parameters = {arguments.toArray(new String[0])};
        String[] signature = {String[].class.getName()};
        try {
            boolean plain = arguments.isEmpty() && takesNothing(operation(words[0]));
            Object answer = plain
                    ? server.invoke(bean, operation(words[0]), new Object[0], new String[0])
                    : server.invoke(bean, operation(words[0]), parameters, signature);
            String text = String.valueOf(answer);
            return text.length() > LONGEST_ANSWER ? text.substring(0, LONGEST_ANSWER) : text;
        } catch (JMException | RuntimeException e) {
            throw new IOException(command + ": " + e.getMessage(), e);
        }
    }

    private boolean takesNothing(String operation) throws JMException, IOException {
        for (var info : server.getMBeanInfo(bean).getOperations()) {
            if (info.getName().equals(operation)) {
                return info.getSignature().length == 0;
            }
        }
        throw new IOException("the JVM does not know the command " + operation);
    }

    /** {@code Thread.print} as {@code threadPrint}, {@code GC.class_histogram} as {@code gcClassHistogram}. */
    static String operation(String command) {
        StringBuilder name = new StringBuilder();
        boolean first = true;
        boolean upper = false;
        for (int i = 0; i < command.length(); i++) {
            char c = command.charAt(i);
            if (c == '.' || c == '_') {
                first = false;
                upper = true;
            } else {
                name.append(first ? Character.toLowerCase(c) : upper ? Character.toUpperCase(c) : c);
                upper = false;
            }
        }
        return name.toString();
    }

    @Override
    public void load(String jar, String argument) throws IOException {
        AgentJar.load(machine, jar, argument);
    }

    @Override
    public void close() {
        try {
            connector.close();
            machine.detach();
        } catch (IOException e) {
            // The process is gone, and with it the connection.
        }
    }
}

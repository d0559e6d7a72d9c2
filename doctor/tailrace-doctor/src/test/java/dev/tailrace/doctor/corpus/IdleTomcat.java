package dev.tailrace.doctor.corpus;

import org.apache.catalina.connector.Connector;
import org.apache.catalina.startup.Tomcat;

/** A Tomcat with its threads started and no requests: nothing is wrong. Always healthy. */
final class IdleTomcat {
    private IdleTomcat() {}

    public static void main(String[] arguments) throws Exception {
        Stage stage = Stage.of(arguments);
        int threads = stage.between(10, 60);
        Tomcat tomcat = new Tomcat();
        tomcat.setBaseDir(stage.folder().toString());
        tomcat.setPort(0);
        Connector connector = tomcat.getConnector();
        connector.setProperty("address", "127.0.0.1");
        connector.setProperty("minSpareThreads", Integer.toString(threads));
        tomcat.addContext("", stage.folder().toString());
        tomcat.start();
        FewRequests.send(connector.getLocalPort(), 5);
        stage.play();
    }
}

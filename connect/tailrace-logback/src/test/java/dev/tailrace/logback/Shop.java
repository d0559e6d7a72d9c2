package dev.tailrace.logback;

import io.dropwizard.core.Application;
import io.dropwizard.core.Configuration;
import io.dropwizard.core.setup.Environment;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import org.eclipse.jetty.server.ServerConnector;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** An application on Dropwizard, whose logging is configured by {@code logback.xml} alone. Prints its port. */
public final class Shop extends Application<Configuration> {
    public static void main(String[] arguments) throws Exception {
        new Shop().run("server", arguments[0]);
    }

    /** Leaves Logback as its own file has configured it. */
    @Override
    protected void bootstrapLogging() {}

    @Override
    public void run(Configuration configuration, Environment environment) {
        environment.jersey().register(new Orders());
        environment
                .lifecycle()
                .addServerLifecycleListener(server ->
                        System.out.println("port " + ((ServerConnector) server.getConnectors()[0]).getLocalPort()));
    }

    /** Logs the number of each order that is asked for. */
    @Path("/orders/{number}")
    public static final class Orders {
        private static final Logger LOG = LoggerFactory.getLogger(Orders.class);

        @GET
        public String order(@PathParam("number") int number) {
            LOG.info("order {}", number);
            return "order " + number;
        }
    }
}

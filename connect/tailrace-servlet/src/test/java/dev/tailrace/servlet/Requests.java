package dev.tailrace.servlet;

import jakarta.servlet.Filter;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import org.apache.catalina.Context;
import org.apache.catalina.startup.Tomcat;
import org.apache.tomcat.util.descriptor.web.FilterDef;
import org.apache.tomcat.util.descriptor.web.FilterMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Gets the paths that are its arguments from a Tomcat with the filter {@code HealthChecks}, whose servlet logs each request. */
final class Requests {
    private static final Logger LOG = LoggerFactory.getLogger("access");

    private Requests() {}

    public static void main(String[] paths) throws Exception {
        Tomcat tomcat = new Tomcat();
        tomcat.setBaseDir("tomcat");
        tomcat.setPort(0);
        Context context = tomcat.addContext("", null);
        FilterDef filter = new FilterDef();
        filter.setFilterName("first");
        filter.setFilter(Class.forName("HealthChecks")
                .asSubclass(Filter.class)
                .getDeclaredConstructor()
                .newInstance());
        context.addFilterDef(filter);
        FilterMap all = new FilterMap();
        all.setFilterName("first");
        all.addURLPattern("/*");
        context.addFilterMap(all);
        Tomcat.addServlet(context, "shop", new Shop());
        context.addServletMappingDecoded("/", "shop");
        tomcat.start();
        HttpClient client = HttpClient.newHttpClient();
        for (String path : paths) {
            URI uri = URI.create("http://localhost:" + tomcat.getConnector().getLocalPort() + path);
            client.send(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.discarding());
        }
        tomcat.stop();
        LOG.info("stopped");
        System.exit(0);
    }

    private static final class Shop extends HttpServlet {
        private static final long serialVersionUID = 1;

        @Override
        protected void doGet(HttpServletRequest request, HttpServletResponse response) {
            String path = request.getRequestURI();
            if (path.contains("health")) {
                LOG.warn("database is slow");
            }
            LOG.info("GET {} {}", path, response.getStatus());
        }
    }
}

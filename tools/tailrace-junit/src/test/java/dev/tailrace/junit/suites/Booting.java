package dev.tailrace.junit.suites;

import dev.tailrace.junit.LogBudget;
import org.junit.jupiter.api.Test;
import org.springframework.boot.Banner;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Starts contexts of Spring Boot, in each of which the constructor of a bean logs far too much. */
@LogBudget(entries = 50)
class Booting {
    @Test
    void startsAContext() {
        start();
    }

    @Test
    void startsAnother() {
        start();
    }

    private static void start() {
        try (ConfigurableApplicationContext context = new SpringApplicationBuilder(Application.class)
                .web(WebApplicationType.NONE)
                .bannerMode(Banner.Mode.OFF)
                .run()) {
            context.getBean(Controller.class);
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Application {
        @Bean
        Controller controller() {
            return new Controller();
        }
    }

    static final class Controller {
        Controller() {
            Orders.printParameters(500);
        }
    }
}

package dev.tailrace.trials;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Import;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** An application with Tomcat, Spring MVC and the actuator. */
@SpringBootConfiguration(proxyBeanMethods = false)
@EnableAutoConfiguration
@Import(TrialWebApplication.Orders.class)
class TrialWebApplication {
    @RestController
    static class Orders {
        private static final Logger log = LoggerFactory.getLogger("demo.shop.Orders");

        @GetMapping("/order")
        String order() {
            MDC.put("order", "4711");
            log.info("order filled");
            log.debug("order filled in detail");
            MDC.clear();
            return "filled";
        }

        @GetMapping("/broken")
        String broken() {
            throw new IllegalStateException("no such order");
        }
    }
}

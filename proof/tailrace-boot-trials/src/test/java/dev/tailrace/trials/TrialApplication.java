package dev.tailrace.trials;

import org.springframework.boot.SpringBootConfiguration;

/** The smallest application: what Spring Boot does for logging it does for this one, too. */
@SpringBootConfiguration(proxyBeanMethods = false)
class TrialApplication {}

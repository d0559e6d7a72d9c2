package com.example.clinic;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.context.event.EventListener;
import org.springframework.stereotype.Component;

/** For measurements of the start. */
@Component
@ConditionalOnBooleanProperty("clinic.exit-when-ready")
public class ExitWhenReady {
    @EventListener
    public void ready(ApplicationReadyEvent event) {
        System.exit(SpringApplication.exit(event.getApplicationContext()));
    }
}

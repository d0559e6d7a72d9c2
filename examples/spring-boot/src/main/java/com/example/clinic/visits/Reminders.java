package com.example.clinic.visits;

import java.time.LocalDate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

/** Looks regularly for visits that are near. */
@Component
public class Reminders {
    private static final Logger log = LoggerFactory.getLogger(Reminders.class);

    private final VisitService visits;

    public Reminders(VisitService visits) {
        this.visits = visits;
    }

    @Scheduled(fixedRateString = "${clinic.reminder-interval}", initialDelayString = "${clinic.reminder-interval}")
    public void remind() {
        log.info("{} visits to remind of", visits.after(LocalDate.now()));
    }
}

package com.example.clinic.visits;

import com.example.clinic.model.Pet;
import com.example.clinic.model.PetRepository;
import com.example.clinic.model.Visit;
import com.example.clinic.model.VisitRepository;
import java.time.LocalDate;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

@Service
public class VisitService {
    private static final Logger log = LoggerFactory.getLogger(VisitService.class);
    private static final Logger audit = LoggerFactory.getLogger("audit");

    private final PetRepository pets;
    private final VisitRepository visits;

    public VisitService(PetRepository pets, VisitRepository visits) {
        this.pets = pets;
        this.visits = visits;
    }

    @Transactional
    public Visit book(long petId, Visit visit) {
        Pet pet = pets.findById(petId).orElseThrow(() -> new NoSuchPetException(petId));
        if (visit.getDay().isBefore(LocalDate.of(2000, 1, 1))) {
            throw new IllegalArgumentException("a visit in the last century: " + visit.getDay());
        }
        visit.setPet(pet);
        Visit booked = visits.save(visit);
        log.info("Visit of {} on {}: {}", pet.getName(), visit.getDay(), visit.getReason());
        audit.atInfo()
                .setMessage("visit {} booked for pet {}")
                .addArgument(booked.getId())
                .addArgument(petId)
                .log();
        return booked;
    }

    public List<Visit> of(long petId) {
        List<Visit> found = visits.findByPetIdOrderByDay(petId);
        log.debug("{} visits of pet {}", found.size(), petId);
        return found;
    }

    public long after(LocalDate day) {
        return visits.countByDayAfter(day);
    }
}

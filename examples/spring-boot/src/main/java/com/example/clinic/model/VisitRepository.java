package com.example.clinic.model;

import java.time.LocalDate;
import java.util.List;
import org.springframework.data.jpa.repository.JpaRepository;

public interface VisitRepository extends JpaRepository<Visit, Long> {
    List<Visit> findByPetIdOrderByDay(long petId);

    long countByDayAfter(LocalDate day);
}

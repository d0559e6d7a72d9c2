package com.example.clinic.web;

import com.example.clinic.model.Owner;
import com.example.clinic.model.OwnerRepository;
import com.example.clinic.model.Visit;
import com.example.clinic.visits.VisitService;
import jakarta.validation.Valid;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

@RestController
public class OwnerController {
    private static final Logger log = LoggerFactory.getLogger(OwnerController.class);

    private final OwnerRepository owners;
    private final VisitService visits;

    public OwnerController(OwnerRepository owners, VisitService visits) {
        this.owners = owners;
        this.visits = visits;
    }

    @GetMapping("/owners")
    public List<Owner> all(@RequestParam(defaultValue = "") String town) {
        return town.isEmpty() ? owners.findAll() : owners.findByTownIgnoreCase(town);
    }

    @GetMapping("/owners/{id}")
    public ResponseEntity<Owner> one(@PathVariable long id) {
        log.debug("owner {} asked for", id);
        return ResponseEntity.of(owners.findById(id));
    }

    @PostMapping("/owners")
    @ResponseStatus(HttpStatus.CREATED)
    public Owner add(@Valid @RequestBody Owner owner) {
        Owner added = owners.save(owner);
        log.info("New owner: {}", added);
        return added;
    }

    @GetMapping("/pets/{id}/visits")
    public List<Visit> visits(@PathVariable long id) {
        return visits.of(id);
    }

    @PostMapping("/pets/{id}/visits")
    @ResponseStatus(HttpStatus.CREATED)
    public Visit book(@PathVariable long id, @Valid @RequestBody Visit visit) {
        return visits.book(id, visit);
    }
}

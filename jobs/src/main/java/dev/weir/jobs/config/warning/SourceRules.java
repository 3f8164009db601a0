package dev.weir.jobs.config.warning;

import dev.weir.jobs.config.Limits;
import dev.weir.jobs.config.Source;
import dev.weir.jobs.config.grammar.Section;
import dev.weir.jobs.config.section.LimitsReader;
import dev.weir.jobs.config.section.SourceReader;

/** Rules about sources whose units are not people, and about limits that hardly any record meets. */
final class SourceRules {

    private static final int SHORTEST_RECORD = 64;
    private static final int SHORTEST_ID = 4;

    private SourceRules() {}

    static void unitOfEvents(ReadFile file) {
        Section source = file.section(SourceReader.SOURCE);
        if (file.plan().unit().isEvent() && source.has(SourceReader.UNIT)) {
            file.warn(
                    source,
                    SourceReader.UNIT,
                    "is not read where privacy.unit is event: one record is hidden, and not a person who has several");
        }
    }

    static void unitIsTime(ReadFile file) {
        Source source = file.pipeline().source();
        if (source.unit().equals(source.time())) {
            file.warn(
                    file.section(SourceReader.SOURCE),
                    SourceReader.UNIT,
                    "is the field of the time: every instant would be a person with a budget of its own");
        }
    }

    static void smallLimits(ReadFile file) {
        Section limits = file.section(LimitsReader.LIMITS);
        Limits stated = file.pipeline().limits();
        if (stated.recordBytes() < SHORTEST_RECORD) {
            file.warn(limits, LimitsReader.RECORD_BYTES, "hardly a record is as short, and longer ones are refused");
        }
        if (stated.unitBytes() < SHORTEST_ID) {
            file.warn(
                    limits,
                    LimitsReader.UNIT_BYTES,
                    "hardly an id is as short, and records with longer ones are refused");
        }
    }
}

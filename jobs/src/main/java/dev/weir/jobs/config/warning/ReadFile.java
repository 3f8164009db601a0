package dev.weir.jobs.config.warning;

import dev.weir.jobs.config.Pipeline;
import dev.weir.jobs.config.Pipeline.Purpose;
import dev.weir.jobs.config.QueryFields;
import dev.weir.jobs.config.grammar.Field;
import dev.weir.jobs.config.grammar.Section;
import dev.weir.jobs.config.query.BoundsReader;
import dev.weir.jobs.config.query.QueriesReader;
import dev.weir.jobs.config.query.SpendReader;
import dev.weir.jobs.config.query.WindowReader;
import dev.weir.jobs.config.release.ReleaseReader;
import dev.weir.jobs.config.section.BudgetReader;
import dev.weir.jobs.config.section.ClockReader;
import dev.weir.operators.query.Plan;
import dev.weir.operators.query.PricedQuery;
import dev.weir.operators.query.Query;
import java.util.ArrayList;
import java.util.List;

/** A valid pipeline file, and the warnings about it. */
final class ReadFile {

    private final Section root;
    private final Pipeline pipeline;
    private final Purpose purpose;
    private final List<ReadQuery> queries = new ArrayList<>();
    private final List<String> warnings = new ArrayList<>();

    ReadFile(Section root, Pipeline pipeline, Purpose purpose) {
        this.root = root;
        this.pipeline = pipeline;
        this.purpose = purpose;
        List<Section> sections = root.read(QueriesReader.QUERIES, List.of());
        for (int i = 0; i < sections.size(); i++) {
            queries.add(new ReadQuery(
                    this,
                    sections.get(i),
                    plan().queries().get(i),
                    pipeline.fields().get(i)));
        }
    }

    /** A section at the top of the file; an empty section if the file does not have this section. */
    Section section(Field<Section> field) {
        return root.section(field);
    }

    /** The section with the budget of the pipeline. */
    Section budget() {
        return section(BudgetReader.PRIVACY).section(BudgetReader.BUDGET);
    }

    Pipeline pipeline() {
        return pipeline;
    }

    Plan plan() {
        return pipeline.plan();
    }

    List<ReadQuery> queries() {
        return queries;
    }

    /**
     * Whether the file has a clock and is not read for a replay, so that the rules about the clock of a running job
     * apply.
     */
    boolean isLive() {
        return purpose != Purpose.REPLAY && root.has(ClockReader.CLOCK);
    }

    /** Adds a warning, with the line and path of the field. */
    void warn(Section section, Field<?> field, String sentence) {
        warnings.add(section.origin(field) + ": " + section.words(field) + ": " + sentence);
    }

    List<String> warnings() {
        return warnings;
    }

    /**
     * A query of a valid pipeline file.
     *
     * @param file the file, which collects the warnings
     * @param section the section of the query
     * @param priced the query and its price
     * @param fields the fields that the query reads
     */
    record ReadQuery(ReadFile file, Section section, PricedQuery priced, QueryFields fields) {

        Query query() {
            return priced.query();
        }

        Section bounds() {
            return section.section(BoundsReader.BOUNDS);
        }

        Section spend() {
            return section.section(SpendReader.SPEND);
        }

        /** The entries of the values that the query releases. */
        List<Section> entries() {
            return section.read(ReleaseReader.RELEASE, List.of());
        }

        boolean isTumbling() {
            return section.section(WindowReader.WINDOW).has(WindowReader.TUMBLING);
        }

        void warn(Section in, Field<?> field, String sentence) {
            file.warn(in, field, sentence);
        }
    }
}

package dev.weir.jobs.kind.encode;

import dev.weir.accountant.privacy.PrivacyUnit;
import dev.weir.jobs.config.grammar.Field;
import dev.weir.jobs.config.grammar.Literals;
import dev.weir.jobs.config.grammar.MapType;
import dev.weir.jobs.config.grammar.Section;
import dev.weir.jobs.config.grammar.Shape;
import dev.weir.operators.local.encode.ReportAllowance;

/** Reads the section {@code allowance}: how many reports of a person are sent in a period. */
final class AllowanceSection {

    private static final Field<String> PER = Field.of(
                    "per",
                    Literals.oneOf("day", "hour"),
                    "`day` or `hour`, in UTC, by event time: the period `p` that reports state, counted since 1970-01-01T00:00:00Z")
            .required();

    private static final Field<Integer> REPORTS = Field.of(
                    "reports",
                    Literals.count(ReportAllowance.MOST),
                    "how many reports of a person are sent in a period; records beyond are refused, and counted as `account`")
            .required();

    /** The field with the number of reports that are remembered. */
    static final Field<Integer> REMEMBER = Field.of(
            "remember",
            Literals.whole(0, ReportAllowance.MOST).map(Long::intValue),
            "how many of them are drawn; equal answers then repeat their report, and others the last one. Default 0: every report is"
                    + " drawn. [What it promises](local-gateway.md#a-memo)");

    /** The section {@code allowance} of a pipeline file. */
    static final Field<Section> ALLOWANCE = Field.of(
                    "allowance", MapType.of(Shape.of(PER, REPORTS, REMEMBER)), "how many reports of a person are sent")
            .required();

    private AllowanceSection() {}

    /**
     * Reads the section.
     *
     * @param root the whole file
     */
    static ReportAllowance read(Section root) {
        Section section = root.section(ALLOWANCE);
        String per = section.read(PER, "day");
        int reports = section.read(REPORTS, 1);
        int remember = section.read(REMEMBER, 0);
        section.finish();
        PrivacyUnit unit = per.equals("hour") ? PrivacyUnit.USER_PER_HOUR : PrivacyUnit.USER_PER_DAY;
        return new ReportAllowance(unit, reports, remember);
    }
}

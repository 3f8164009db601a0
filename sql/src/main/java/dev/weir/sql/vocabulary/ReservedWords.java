package dev.weir.sql.vocabulary;

import java.io.StringReader;
import java.util.Locale;
import org.apache.calcite.sql.parser.SqlAbstractParserImpl;
import org.apache.flink.sql.parser.impl.FlinkSqlParserImpl;

/** The words that Flink's parser reserves. */
public final class ReservedWords {

    private static final SqlAbstractParserImpl.Metadata WORDS =
            FlinkSqlParserImpl.FACTORY.getParser(new StringReader("")).getMetadata();

    private ReservedWords() {}

    /**
     * Whether a word cannot be a name without back quotes.
     *
     * @param word a word, in any case
     */
    public static boolean isReserved(String word) {
        String capitals = word.toUpperCase(Locale.ROOT);
        return WORDS.isKeyword(capitals) && !WORDS.isNonReservedKeyword(capitals);
    }
}

package dev.sennit.store;

/**
 * What rows hold, whatever their order: equal for the same multiset of rows, and, but for a chance of 2^-256, different for
 * any other. Where rows lie, the order and names of columns, and properties that are null everywhere make no difference;
 * every bit of every value does, the sign of zero and the payload of a NaN included. Compares contents, and is no defence
 * against someone who may choose them.
 *
 * @param rows how many rows
 * @param sum the sum of the rows' SHA-256 values modulo 2^256, in hexadecimal
 */
public record ContentDigest(long rows, String sum) {
    /** The digest of all rows of a version. */
    public static ContentDigest of(TableVersion version) {
        ContentSum rows = new ContentSum(version.layout());
        try (TableScan scan = version.scan(ScanRequest.of(rows.columns()))) {
            while (scan.next()) {
                rows.add(scan);
            }
        }
        return rows.digest();
    }
}

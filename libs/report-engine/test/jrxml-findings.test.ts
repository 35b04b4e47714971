import { describe, expect, test } from '@jest/globals';
import { importJrxml } from '../src/index.ts';

const HEAD =
  '<jasperReport name="x" whenNoDataType="NoDataSection"><query>SELECT a FROM t</query><field name="a"/>';
const HEAD_6 = HEAD.replace(
  '<jasperReport',
  '<jasperReport xmlns="http://jasperreports.sourceforge.net/jasperreports"',
).replaceAll('query>', 'queryString>');

/** Findings of a report whose title band has these lines from line 2 on. */
function findingsOf(lines: string[], head = HEAD): string[] {
  const inBand =
    head === HEAD ? ['<title height="90">', '</title>'] : ['<title><band height="90">', '</band></title>'];
  const text = [head + inBand[0], ...lines, `${inBand[1]}</jasperReport>`].join('\n');
  return write(text);
}

/** Findings of a report with these lines from line 2 on, outside of bands. */
function findingsOfReport(lines: string[], head = HEAD): string[] {
  return write([head, ...lines, '</jasperReport>'].join('\n'));
}

function write(text: string): string[] {
  return importJrxml(new TextEncoder().encode(text)).findings.map(
    ({ severity, line, column, element, message }) => `${severity} ${line}:${column} <${element}> ${message}`,
  );
}

describe('importJrxml', () => {
  test('lists elements that cannot be imported with their line', () => {
    expect(
      findingsOf([
        '<element kind="crosstab" width="9"><rowGroup/></element>',
        '  <element kind="generic"/>',
        '<element kind="component"><component kind="barcode4j:EAN13"><codeExpression>"1"</codeExpression></component></element>',
        '<element kind="component"><component kind="map"/></element>',
        '<element kind="chart" chartType="meter"><dataset kind="value"/><plot/></element>',
        '<element kind="textField" height="5" evaluationTime="Band" x="1"><expression>$F{a}</expression></element>',
      ]),
    ).toEqual([
      'error 2:1 <element> Crosstabs are not supported; use a table or chart over SQL that groups the rows. The element was left out.',
      'error 3:3 <element> Generic elements need code of their own, which is not run here. The element was left out.',
      'error 4:1 <element> Components of the kind barcode4j:EAN13 are not supported. The element was left out.',
      'error 5:1 <element> Components of the kind map are not supported. The element was left out.',
      'error 6:1 <element> Charts of the type meter are not supported. The element was left out.',
      'warning 7:1 <element> The evaluation time Band became Now.',
    ]);
  });

  test('names the elements of version 6 as the file spells them', () => {
    expect(
      findingsOf(
        [
          '<componentElement><reportElement x="0" y="0"/><jr:barbecue xmlns:jr="c" type="2of7"/></componentElement>',
          '<meterChart><chart><reportElement x="0" y="0"/></chart><valueDataset/><meterPlot/></meterChart>',
          '<genericElement><reportElement/><genericElementType/></genericElement>',
          '<textField isStretchWithOverflow="true"><reportElement isPrintInFirstWholeBand="true"/><textFieldExpression>$F{b}</textFieldExpression></textField>',
          '<rectangle><reportElement style="Missing"><propertyExpression name="p">1</propertyExpression></reportElement></rectangle>',
        ],
        HEAD_6,
      ),
    ).toEqual([
      'error 2:1 <componentElement> Components of the kind barbecue are not supported. The element was left out.',
      'error 3:1 <meterChart> Charts of the type meter are not supported. The element was left out.',
      'error 4:1 <genericElement> Generic elements need code of their own, which is not run here. The element was left out.',
      'warning 5:1 <textField> The attribute isPrintInFirstWholeBand="true" has no effect here.',
      'error 5:88 <textFieldExpression> There is no field b. Did you mean a? The expression is: $F{b}',
      'warning 6:1 <rectangle> The style Missing does not exist.',
      'warning 6:43 <propertyExpression> <propertyExpression> is not supported and was left out.',
    ]);
  });

  test('lists what it does not read of texts, pictures and subreports', () => {
    expect(
      findingsOf([
        '<element kind="image"><expression>"https://example.org/a.png"</expression></element>',
        '<element kind="image" scaleImage="RealSize"><expression>"gone.png"</expression></element>',
        '<element kind="staticText" markup="styled"><text>a</text></element>',
        '<element kind="textField" linkType="LocalPage" textAdjust="ScaleFont"><expression>1</expression><patternExpression>"0"</patternExpression></element>',
        '<element kind="subreport"><expression>$F{a}</expression><returnValue/></element>',
        '<element kind="subreport"><expression>"other.jasper"</expression><dataSourceExpression>1</dataSourceExpression></element>',
        '<element kind="textField"><expression>$R{key} + com.acme.Own.make($F{a})</expression></element>',
      ]),
    ).toEqual([
      'error 2:23 <expression> Pictures from addresses are not loaded. Add the file to the report. The element was left out.',
      'warning 3:1 <element> scaleImage="RealSize" became RetainShape: the picture stays within its frame.',
      'warning 3:45 <expression> The picture gone.png is not among the files of the report. Add it under this name.',
      'warning 4:1 <element> Markup (styled) inside texts is not supported; the text has one look.',
      'warning 5:1 <element> The font is not made smaller for long texts; they are cut.',
      'warning 5:1 <element> Links of the type LocalPage are not supported; the text is shown without a link.',
      'warning 5:97 <patternExpression> <patternExpression> is not supported and was left out.',
      'error 6:27 <expression> The subreport is chosen by an expression. Name a file of the report. The element was left out.',
      'error 6:57 <returnValue> Values that a subreport gives back are not supported; the variable stays without them.',
      'warning 7:27 <expression> The subreport other.jasper is not among the files. The report other of the server is used.',
      'error 7:66 <dataSourceExpression> Rows that Java code makes are not supported; the subreport runs its own SQL.',
      'error 8:27 <expression> The text $R{key} needs a resource bundle, which the report does not have; its key is shown instead.',
      'error 8:27 <expression> There is no function Own.make. The expression is: $R{key} + com.acme.Own.make($F{a})',
    ]);
  });

  test('lists code, classes, queries and clauses that have no meaning here', () => {
    expect(
      findingsOfReport([
        '<scriptlet name="s" class="com.acme.S"/>',
        '<import value="com.acme.*"/>',
        '<template>"../house/styles.jrtx"</template>',
        '<parameter name="p" class="com.acme.Money"/><parameter name="l" class="java.util.List" nestedType="java.sql.Time"/>',
        '<field name="f" class="com.acme.Money"/>',
        '<sortField name="v" type="Variable"/>',
        '<variable name="v" calculation="Median" incrementerFactoryClass="com.acme.M"><expression>$F{a}</expression></variable>',
        '<filterExpression>$F{a} != null</filterExpression>',
        '<property name="com.jaspersoft.studio.unit.x" value="1"/><property name="net.sf.jasperreports.export.xls" value="1"/>',
        '<group name="g" footerPosition="StackAtBottom"><expression>$F{a}</expression></group>',
        '<dataset name="d"><query language="json">x</query></dataset>',
        '<part/>',
      ]),
    ).toEqual([
      'error 2:1 <scriptlet> The scriptlet s is not run; what it computes is missing.',
      'info 3:1 <import> Imports of Java are not needed: functions are known by their names.',
      'error 4:1 <template> The style sheet ../house/styles.jrtx is not among the files of the report; its styles are missing.',
      'warning 5:1 <parameter> The class com.acme.Money of the parameter p was imported as text.',
      'warning 5:45 <parameter> The class java.util.List of the parameter l was imported as list<text>.',
      'warning 6:1 <field> The class com.acme.Money of the field f is unknown; its values are texts.',
      'error 7:1 <sortField> Rows cannot be sorted by v, which is not a field.',
      'error 8:1 <variable> The calculation Median is not supported; the variable has the value of its row.',
      'error 8:1 <variable> A calculation by a class of one’s own is not supported.',
      'error 9:1 <filterExpression> The filter of the dataset was left out: more rows are shown. Put it into the SQL.',
      'info 10:58 <property> The property net.sf.jasperreports.export.xls has no effect here.',
      'warning 11:1 <group> The attribute footerPosition="StackAtBottom" has no effect here.',
      'error 12:19 <query> The query is written in json. Only SQL is supported; the dataset has no rows.',
      'warning 13:1 <part> <part> is not supported and was left out.',
    ]);
  });

  test('lists clauses of a query that cannot be built, and parameters that it lacks', () => {
    const text = [
      '<jasperReport name="x" whenNoDataType="NoDataSection">',
      '<parameter name="p" class="java.util.List"/>',
      '<query>SELECT 1 WHERE $X{IN, a} AND $X{LIKE, a, p} AND $X{IN, a, q} AND b = $P{r} AND $X{IN, a, p}</query>',
      '</jasperReport>',
    ].join('\n');

    expect(write(text)).toEqual([
      'error 3:1 <query> $X{IN} takes a column and one parameter.',
      'error 3:1 <query> There is no operator LIKE for $X.',
      'error 3:1 <query> There is no parameter q. Did you mean p?',
      'error 3:1 <query> There is no parameter r. Did you mean p?',
    ]);
  });

  test('lists what the engine refuses at the line of the element', () => {
    const text = [
      '<jasperReport name="x" whenNoDataType="NoDataSection">',
      '<query>SELECT a FROM t</query>',
      '<field name="a"/>',
      '<variable name="v" calculation="Sum"/>',
      '<pageHeader height="50">',
      '<element kind="textField" x="500" width="200" height="9"><expression>$F{a}</expression></element>',
      '<element kind="chart" chartType="pie"><dataset kind="pie"><keyExpression>$F{a}</keyExpression><valueExpression>1</valueExpression></dataset></element>',
      '</pageHeader>',
      '</jasperReport>',
    ].join('\n');

    expect(write(text)).toEqual([
      'error 4:1 <variable> The variable v needs an expression for sum.',
      'warning 6:1 <element> The element is wider than the room around it.',
      'error 7:1 <element> A chart cannot be in the band pageHeader. Move it to the title, a group, the detail or the summary.',
    ]);
  });

  test('takes texts of SQL from names of columns and from options only', () => {
    const text = [
      '<jasperReport name="x" whenNoDataType="NoDataSection">',
      '<parameter name="column"><defaultValueExpression>"city"</defaultValueExpression></parameter>',
      '<parameter name="order"><defaultValueExpression>"city DESC"</defaultValueExpression></parameter>',
      '<parameter name="where"/>',
      '<query>SELECT city FROM t WHERE $P!{where} ORDER BY $P!{column}, $P!{order}</query>',
      '</jasperReport>',
    ].join('\n');

    expect(write(text)).toEqual([
      'warning 5:1 <query> $P!{column} takes the name of a column or table only, since city is one.',
      'warning 5:1 <query> $P!{order} takes its default only. Add the other texts that may stand there to its options.',
      'error 5:1 <query> $P!{where} is allowed for parameters with options or identifiers only. Use $P{where}.',
    ]);
    expect(importJrxml(new TextEncoder().encode(text)).template.parameters).toEqual([
      { name: 'column', type: 'text', default: 'city', identifier: true },
      {
        name: 'order',
        type: 'text',
        default: 'city DESC',
        source: { options: [{ label: 'city DESC', value: 'city DESC' }] },
      },
      { name: 'where', type: 'text' },
    ]);
  });

  test('lists at most a thousand findings and the number of the others', () => {
    const findings = findingsOf(Array.from({ length: 1_200 }, () => '<element kind="crosstab"/>'));

    expect(findings).toHaveLength(1_001);
    expect(findings.at(-1)).toContain('200 more findings are not listed.');
  });
});

import { expect, test } from 'vitest'
import { judgeProduct } from '../../contract/forms/productImports'
import { columnsIn, headerProblem, orderSourceOf } from '../../contract/forms/sheetImports'
import { csvCell } from '../../contract/rules/csv'
import { importColumns, type ImportResource } from '../../contract/extensions/sheetImports'
import { parse, readSheet, linesUnder, textOf } from '../../src/browser/spreadsheet'
import { keepSource } from '../../src/browser/chosenFiles'

const read = async (
  bytes: Uint8Array<ArrayBuffer> | string,
  name = 'products.csv',
  resource: ImportResource = 'products',
) => {
  const key = keepSource(new Blob([bytes]))
  const sheet = await readSheet({ key, name, resource })
  return { sheet, lines: linesUnder(key) }
}
const bytesOf = (...parts: (string | number)[]) =>
  Uint8Array.from(parts.flatMap((part) => (typeof part === 'number' ? [part] : [...new TextEncoder().encode(part)])))

test('PR-04 the line by which Excel names the separator is none of the table', async () => {
  for (const named of ['sep=;', '"sep=;"', 'SEP=;']) {
    const { rows, header, separator } = await parse(`${named}\r\nSKU;Name\r\nLAMP-1;Lamp`)
    expect([header, separator, rows]).toEqual([['SKU', 'Name'], ';', [{ line: 3, cells: ['LAMP-1', 'Lamp'] }]])
  }
})

test('PR-04 columns are known by their names, in any order and among others', () => {
  expect(columnsIn(['Notes', 'Unit price', 'Item Number', ' TITLE ', 'Image URL'], 'products')).toEqual({
    price: 1,
    sku: 2,
    name: 3,
    imageUrl: 4,
  })
  expect(columnsIn(['SKU', 'sku'], 'products')).toEqual({ sku: 0 })
  const ofOffers = [
    'SKU',
    'Name',
    'Price',
    'Shipping Price',
    'Min Price',
    'Max Price',
    'Max Quantity',
    'Quantity Available',
  ]
  expect(Object.keys(columnsIn(ofOffers, 'offers'))).toEqual(importColumns.offers)
})

test('CU-01 the files that Shopify and Checkout Champ write of customers are read as they are', () => {
  const shopify =
    'Customer ID,First Name,Last Name,Email,Accepts Email Marketing,Default Address Company,Default Address Address1,Default Address Address2,Default Address City,Default Address Province Code,Default Address Country Code,Default Address Zip,Default Address Phone,Phone,Accepts SMS Marketing,Total Spent,Total Orders,Note,Tax Exempt,Tags'
  expect(columnsIn(shopify.split(','), 'customers')).toEqual({
    email: 3,
    firstName: 1,
    lastName: 2,
    phone: 13,
    address1: 6,
    address2: 7,
    city: 8,
    state: 9,
    postalCode: 11,
    country: 10,
    note: 17,
  })
  const champ =
    'customerId,firstName,lastName,emailAddress,phoneNumber,shipAddress1,shipAddress2,shipCity,shipState,shipPostalCode,shipCountry'
  expect(Object.keys(columnsIn(champ.split(','), 'customers'))).toEqual(
    importColumns.customers.filter((column) => column !== 'note'),
  )
  expect(headerProblem(['First name', 'City'], 'customers')).toBe(
    'There is no column Email or Phone, by which customers are known. The first line names First name, City.',
  )
})

const shopifyOrders =
  'Name,Email,Financial Status,Paid at,Fulfillment Status,Fulfilled at,Accepts Marketing,Currency,Subtotal,Shipping,Taxes,Total,Discount Code,Discount Amount,Shipping Method,Created at,Lineitem quantity,Lineitem name,Lineitem price,Lineitem compare at price,Lineitem sku,Lineitem requires shipping,Lineitem taxable,Lineitem fulfillment status,Billing Name,Billing Street,Billing Address1,Billing City,Billing Zip,Billing Province,Billing Country,Billing Phone,Shipping Name,Shipping Street,Shipping Address1,Shipping Address2,Shipping Company,Shipping City,Shipping Zip,Shipping Province,Shipping Country,Shipping Phone,Notes,Note Attributes,Cancelled at,Payment Method,Payment Reference,Refunded Amount,Vendor,Outstanding Balance,Employee,Location,Device ID,Id,Tags,Risk Level,Source,Lineitem discount,Phone'

test('OR-01 the files that Shopify and Checkout Champ write of orders are read as they are', () => {
  const titles = shopifyOrders.split(',')
  const found = Object.entries(columnsIn(titles, 'orders')).map(([column, at]) => [column, titles[at]])
  expect(Object.fromEntries(found)).toEqual({
    order: 'Name',
    orderedAt: 'Created at',
    cancelledAt: 'Cancelled at',
    paymentStatus: 'Financial Status',
    paidAt: 'Paid at',
    fulfillmentStatus: 'Fulfillment Status',
    currency: 'Currency',
    subtotal: 'Subtotal',
    discount: 'Discount Amount',
    shippingTotal: 'Shipping',
    taxTotal: 'Taxes',
    total: 'Total',
    refundedTotal: 'Refunded Amount',
    outstanding: 'Outstanding Balance',
    itemSku: 'Lineitem sku',
    itemName: 'Lineitem name',
    itemQuantity: 'Lineitem quantity',
    itemPrice: 'Lineitem price',
    email: 'Email',
    customerName: 'Billing Name',
    phone: 'Phone',
    address1: 'Shipping Address1',
    address2: 'Shipping Address2',
    city: 'Shipping City',
    state: 'Shipping Province',
    postalCode: 'Shipping Zip',
    country: 'Shipping Country',
  })
  expect(orderSourceOf(titles)).toBe('shopify')
  const champ =
    'orderId,dateCreated,orderStatus,emailAddress,phoneNumber,firstName,lastName,shipAddress1,shipAddress2,shipCity,shipState,shipPostalCode,shipCountry,currencyCode,shippingPrice,salesTax,totalAmount,productName,productSku,productQty,productPrice'
  expect(headerProblem(champ.split(','), 'orders')).toBeUndefined()
  expect(orderSourceOf(champ.split(','))).toBe('checkoutChamp')
  expect(Object.keys(columnsIn(champ.split(','), 'orders'))).toHaveLength(21)
  expect(headerProblem(['Customer', 'Email', 'Total'], 'orders')).toBe(
    'There is no column Order, by which orders are known. The first line names Customer, Email, Total.',
  )
})

test('OR-01 an order has as many lines in a file as it has itself, wherever they stand', async () => {
  const { lines } = await read(
    [
      'Name,Email,Financial Status,Created at,Total,Lineitem quantity,Lineitem name,Lineitem price',
      '#1,a@a.example,paid,2026-01-01,9.00,2,"Lamp\nlarge",4.50',
      '#2,b@b.example,paid,2026-01-02,3.00,1,Bag,3.00',
      '#1,a@a.example,,,,1,Gift,0.00',
      '#2,b@b.example,paid,2026-01-05,4.00,1,Hat,4.00',
      '#2,,,,,,,',
      ',c@c.example,,,,1,Hat,4.00',
      ',c@c.example,,,,1,Hat,4.00',
    ].join('\n'),
    'orders.csv',
    'orders',
  )
  expect(lines.map(({ line, cells }) => [line, cells.order, cells.itemName, cells.itemQuantity, cells.total])).toEqual([
    [2, '#1', 'Lamp large\nGift', '2\n1', '9.00'],
    [3, '#2', 'Bag', '1', '3.00'],
    // Another order of the same number, as its total is another one.
    [5, '#2', 'Hat', '1', '4.00'],
    [7, '', 'Hat', '1', ''],
    [8, '', 'Hat', '1', ''],
  ])
})

test('PR-04 a spreadsheet whose lines can not be told apart says what it has instead', () => {
  expect(headerProblem(['Name', 'Price'], 'products')).toBe(
    'There is no column SKU, by which products are known. The first line names Name, Price.',
  )
  expect(headerProblem(['', ''], 'products')).toBe('There is nothing in the first line, which has to name the columns.')
  expect(headerProblem(['sku'], 'products')).toBeUndefined()
})

test.each([
  ['UTF-8', bytesOf('SKU;Name\nA-1;Größe'), 'utf-8'],
  ['UTF-8 with its mark', bytesOf(0xef, 0xbb, 0xbf, 'SKU;Name\nA-1;Größe'), 'utf-8'],
  ['Windows-1252', bytesOf('SKU;Name\nA-1;Gr', 0xf6, 0xdf, 'e'), 'windows-1252'],
  [
    'UTF-16, as a spreadsheet program calls Unicode',
    Uint8Array.from([0xff, 0xfe, ...Buffer.from('SKU;Name\nA-1;Größe', 'utf16le')]),
    'utf-16le',
  ],
])('PR-04 a file in %s is read as what it says', async (_name, bytes, encoding) => {
  const { sheet, lines } = await read(bytes)
  expect(sheet).toMatchObject({ encoding, separator: ';', lines: 1 })
  expect(lines).toEqual([{ line: 2, cells: { sku: 'A-1', name: 'Größe' } }])
  expect(textOf(bytes).text.startsWith('SKU')).toBe(true)
})

test.each([',', ';', '\t', '|'])('PR-04 cells separated by %j, some of them quoted', async (separator) => {
  const text = [
    ['sku', 'name', 'price', 'description'],
    ['A-1', `"With ""quotes"" and ${separator}"`, '"12,50"', '"two\nlines"'],
    ['', '', '', ''],
    ['A-2', 'Plain', '3', ''],
  ]
    .map((cells) => cells.join(separator))
    .join('\r\n')
  const { sheet, lines } = await read(text)
  expect(sheet.separator).toBe(separator)
  expect(lines.map(({ cells }) => cells)).toEqual([
    { sku: 'A-1', name: `With "quotes" and ${separator}`, price: '12,50', description: 'two\nlines' },
    { sku: 'A-2', name: 'Plain', price: '3', description: '' },
  ])
})

test('PR-04 CP-03 two columns, of which one has decimals with a comma, are two columns', async () => {
  const { sheet, lines } = await read('SKU;Shipping price\nA-1;2,5\n', 'offers.csv', 'offers')
  expect(sheet.separator).toBe(';')
  expect(lines).toEqual([{ line: 2, cells: { sku: 'A-1', shipPrice: '2,5' } }])
})

test('PR-04 what can not be read as a whole says why', async () => {
  await expect(read('')).rejects.toThrow('There is nothing in the first line')
  await expect(read('SKU,Name\n\n,\n')).rejects.toThrow('There are no lines below the first one')
  for (const begin of [
    [0x50, 0x4b, 3, 4],
    [0xd0, 0xcf, 0x11, 0xe0],
  ])
    await expect(read(Uint8Array.from([...begin, 0x53, 0x4b, 0x55, 10, 65]))).rejects.toThrow('Save it there as CSV')
  expect((await read('PK;SKU\nA;B')).lines).toEqual([{ line: 2, cells: { sku: 'B' } }])
  await expect(read(`SKU\n${'A\n'.repeat(20_001)}`)).rejects.toThrow('at most 20000 can be imported at once')
  const many = Array.from({ length: 10_001 }, (_, index) => `#${index}`).join('\n')
  await expect(read(`${shopifyOrders}\n${many}`, 'orders.csv', 'orders')).rejects.toThrow(
    'There are 10001 orders, and at most 10000',
  )
  await expect(readSheet({ key: 'gone', name: 'x', resource: 'products' })).rejects.toThrow('no longer there')
})

test('PR-04 a formula is a text, is no number, and is never run by a program that opens what was exported', () => {
  const cells = { sku: '@A-1', name: '=HYPERLINK("https://x.example")', price: '=1+1' }
  const { fields, problems } = judgeProduct(cells)
  expect(problems).toEqual([
    { field: 'price', message: 'This is a formula. Only its result can be read: paste the values.' },
  ])
  expect(fields.sku).toBe('@A-1')
  expect(judgeProduct({ ...cells, price: '' }).fields).toEqual({ sku: '@A-1', name: '=HYPERLINK("https://x.example")' })
  for (const sign of ['=', '+', '-', '@', '\t', '\r']) expect(csvCell(`${sign}1"`)).toBe(`"'${sign}1"""`)
  expect(csvCell('plain')).toBe('"plain"')
  // What was made safe is read as what it was.
  expect(judgeProduct({ sku: "'=A-1" }).fields.sku).toBe('=A-1')
  expect(judgeProduct({ sku: "'A-1" }).fields.sku).toBe("'A-1")
})

test.each([
  ['12.50', 12.5],
  ['12,5', 12.5],
  ['€ 1.234,50', 1234.5],
  ['USD 7', 7],
  ['7 kr', undefined],
  ['1,234', undefined],
  ['-1', undefined],
  ['1.005', undefined],
])('PR-04 the price %j is read as %j', (price, value) => {
  const { fields, problems } = judgeProduct({ sku: 'A-1', name: 'Lamp', price })
  if (value === undefined) expect(problems.map(({ field }) => field)).toEqual(['price'])
  else expect({ problems, price: fields.price }).toEqual({ problems: [], price: value })
})

test('PR-04 ten thousand lines are read at once', async () => {
  const text = `SKU,Name,Price\n${Array.from({ length: 10_000 }, (_, index) => `A-${index},"Name ${index}",1.5`).join('\n')}`
  expect((await parse(text)).rows).toHaveLength(10_000)
})

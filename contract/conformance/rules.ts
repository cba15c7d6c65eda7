export type Kind = 'shape' | 'refusal' | 'access' | 'behaviour' | 'resilience'

export interface Rule {
  kind: Kind
  /** What holds, in one sentence. */
  title: string
  /** Why it matters. */
  why: string
}

const rule = (kind: Kind, title: string, why: string): Rule => ({ kind, title, why })

/** Every rule that the checker knows, by its id. */
export const rules = {
  'call.offered': rule('shape', 'Every call of the level is there', 'What calls it can not work without it.'),
  'http.answers': rule(
    'resilience',
    'Every request is answered',
    'A client that gets no answer can not tell a person what to do.',
  ),
  'http.noServerError': rule(
    'resilience',
    'No request makes the server fail',
    'A 5xx means that the server met something that it was not prepared for.',
  ),
  'http.status': rule('shape', 'The status is one that the contract declares', 'Clients branch on the status.'),
  'http.contentType': rule(
    'shape',
    'Answers are application/json',
    'Clients and proxies decide by the content type how to read an answer.',
  ),
  'shape.answer': rule(
    'shape',
    "A success has the contract's shape",
    'The app refuses an answer that it can not read.',
  ),
  'shape.row': rule('shape', 'Rows of a search have the shape of their resource', 'Tables are drawn from these rows.'),
  'shape.complete': rule(
    'shape',
    'Everything that the app shows is sent (level full)',
    'A column whose field is never sent stays empty.',
  ),
  'shape.error': rule(
    'shape',
    'Every failure has the one error body',
    'One handler in the app shows every failure (AP-02, ER-01).',
  ),
  'shape.valid': rule(
    'shape',
    'What the contract allows is accepted',
    'A form that the contract calls valid must be savable.',
  ),
  'values.dates': rule(
    'shape',
    'Dates are ISO 8601',
    'Anything else is read differently by different clients (AP-03).',
  ),
  'values.money': rule('shape', 'Money has at most two decimals', 'Amounts are in major units (AP-03).'),
  'values.counts': rule('shape', 'Quantities are whole numbers from zero', 'Half a unit can not be sold.'),
  'values.follows': rule(
    'shape',
    'Of a record, what follows from its other fields is what follows: names, countries, outcomes, sums, shares, how far it is, and until when something is undone (level full)',
    'Who reads one of both believes it, and the other one is the truth.',
  ),
  'values.kept': rule(
    'shape',
    'What is written is answered as it was sent, but for blanks around it and the spelling of phone numbers, and what is brought back as it was (level full)',
    'Who has typed a note reads it back at once, and asks no more.',
  ),
  'values.alike': rule(
    'shape',
    'A record is told alike wherever it is told: at the same version what was written into it, and always when it was made, its number and what was sold (level full)',
    'Two pages that tell one record in two ways are both believed.',
  ),
  'values.uniqueIds': rule('shape', 'A list has each record once', 'A row that is shown twice is ordered twice.'),
  'values.secrets': rule(
    'shape',
    'At level full, no answer has a password, its hash or a stack trace',
    'What is sent is kept in logs, caches and browsers.',
  ),
  'values.acknowledged': rule(
    'shape',
    'A success says success: true and a message',
    'The app shows the message as it is.',
  ),

  'refusal.body': rule(
    'refusal',
    'A body that breaks the schema is refused',
    'What is stored wrong is wrong for everybody who reads it.',
  ),
  'refusal.query': rule(
    'refusal',
    'A query that breaks the schema is refused',
    'A parameter that is ignored misleads whoever sent it.',
  ),
  'refusal.json': rule('refusal', 'Malformed JSON is refused', 'Half a request must not be acted upon.'),
  'refusal.contentType': rule(
    'refusal',
    'A body that is not JSON is refused',
    'Forms of foreign pages can send other types without asking.',
  ),
  'refusal.method': rule(
    'refusal',
    'A method that the contract does not have is refused',
    'An undeclared way in is one that nobody checks.',
  ),
  'refusal.unknownPath': rule(
    'refusal',
    'At level full, a path that the contract does not have is refused',
    'Who mistypes a path must not take the answer for success.',
  ),
  'refusal.unknownId': rule(
    'refusal',
    'An id that nothing has is answered 404',
    'The app tells a person that the record is gone.',
  ),
  'refusal.token': rule(
    'refusal',
    'A mailed token that was never given out opens nothing',
    'Otherwise anybody could take over an account.',
  ),

  'refusal.wait': rule(
    'refusal',
    'At level full, who is asked to wait is told by Retry-After for how long',
    'A client that does not know comes again at once, or never.',
  ),

  'access.noToken': rule('access', 'Without a token: 401', 'Nothing but the public calls is open to anyone (PM-01).'),
  'access.wrongToken': rule(
    'access',
    'With a token that was never given out: 401',
    'A token has to be checked, not only looked for.',
  ),
  'access.endedToken': rule(
    'access',
    'After signing out the token is worth nothing',
    'Whoever signs out on a shared computer relies on it.',
  ),
  'access.noEffect': rule('access', 'A request that is refused changes nothing', 'A refusal after the deed is none.'),
  'access.foreignPath': rule(
    'access',
    "Another organization's id in the path is refused",
    'No data reaches a person who is not a member (PM-01).',
  ),
  'access.foreignBody': rule(
    'access',
    "Another organization's id in the body is refused",
    'Records must not be made in, or point into, foreign organizations.',
  ),
  'access.foreignQuery': rule(
    'access',
    "Another organization's id in the query is refused",
    'No data reaches a person who is not a member (PM-01).',
  ),
  'access.foreignFilter': rule(
    'access',
    "Another organization's id in a filter finds nothing",
    'A filter narrows what may be seen, and never widens it.',
  ),
  'access.nothingForeign': rule(
    'access',
    "No answer has anything of another organization's",
    'Marker values are planted in one account and looked for in what the other is answered.',
  ),
  'access.existence': rule(
    'access',
    "At level full, another organization's id is refused just as one that nothing has",
    'A refusal that differs tells what the others have.',
  ),
  'access.organizations': rule(
    'access',
    'A user sees only organizations that they are a member of',
    'The list decides what a person can switch to (SE-02).',
  ),
  'access.ownOrganizations': rule(
    'access',
    "What a user's other organization has is open to them, too, at level full to changes",
    'Somebody who works for two organizations can switch between them (SE-11).',
  ),
  'access.scope': rule(
    'access',
    'Lists hold the records of the organization that is asked for, and no others',
    'Somebody who works for two organizations must not mix them (SE-11).',
  ),

  'session.login': rule('behaviour', 'The right password signs in', 'Nothing works without it.'),
  'session.wrongPassword': rule(
    'behaviour',
    'A wrong password is refused',
    'The password is what proves who somebody is.',
  ),
  'session.enumeration': rule(
    'behaviour',
    'A failed sign-in does not tell whether the account exists',
    "Lists of customers' addresses are built from such answers.",
  ),
  'session.me': rule('behaviour', 'users/me is who signed in', 'The app shows and keeps this user.'),
  'session.independent': rule(
    'behaviour',
    'A new sign-in leaves the other sessions alone',
    'People work on two devices.',
  ),
  'session.reset': rule(
    'behaviour',
    'Asking for a new password succeeds, at level full alike for every address',
    "Lists of customers' addresses are built from such answers.",
  ),
  'session.resetEnds': rule(
    'behaviour',
    'A reset of the password ends every session of the account, and works once',
    'Its token must be given with --reset-token, as it comes by mail. Whoever resets a stolen password relies on it.',
  ),
  'session.signup': rule(
    'behaviour',
    'At level full, asking to sign up is answered alike for every address',
    "Lists of customers' addresses are built from such answers.",
  ),
  'devices.list': rule(
    'behaviour',
    'At level full, a user sees where they are signed in, and no token of it',
    'Whoever has lost a phone looks there, and so does whoever has found one.',
  ),
  'devices.end': rule(
    'behaviour',
    'At level full, a user signs out elsewhere, at once and nobody else',
    'A lost phone is worth nothing only then.',
  ),
  'devices.password': rule(
    'behaviour',
    'At level full, a password is changed by whoever knows it, which ends the other sessions alone',
    'Whoever found a screen unlocked must not take the account over.',
  ),
  'apiTokens.made': rule(
    'behaviour',
    'At level full, an API token is told once, to whoever makes it',
    'Whoever reads a list must not be let in by it.',
  ),
  'apiTokens.scope': rule(
    'behaviour',
    'At level full, an API token reads its organization, changes what it is for, and nothing else',
    'A program that prints labels must not refund orders, whoever gets hold of its token.',
  ),
  'apiTokens.revoke': rule(
    'behaviour',
    'At level full, an API token that is revoked lets nobody in any more, and the others go on',
    'A token that has been left somewhere is worth nothing only then.',
  ),
  'preferences.kept': rule(
    'behaviour',
    'At level full, what a user prefers is kept for them alone, and what nobody can prefer is refused',
    'The app looks and writes alike on every device, and for nobody else.',
  ),
  'steps.begin': rule(
    'behaviour',
    'At level full, an authenticator app is begun by whoever knows the password, and counts once a code of it was sent',
    'Whoever found a screen unlocked must not lock its owner out, and nobody locks themselves out by a picture they never scanned.',
  ),
  'steps.take': rule(
    'behaviour',
    'At level full, no second step is taken without a first, nor by a code that is none',
    'Else two steps are weaker than one.',
  ),
  'steps.passkey': rule(
    'behaviour',
    'At level full, a passkey is begun by whoever knows the password, asked anew each time, and takes the place of no other',
    'A challenge that is used again, or an answer that nobody has looked at, lets in whoever has heard it once.',
  ),
  'steps.demanded': rule(
    'behaviour',
    'At level full, where an organization demands a second step, whoever has none is closed out of it alone, is told so, and is let in with one; the last one stays',
    'A demand that lets somebody past protects nobody, and one that says too little locks people out.',
  ),
  'invites.make': rule(
    'behaviour',
    'At level full, somebody is invited by their address in any capitals, once, and no member is',
    'Two invites of one person would be two ways in.',
  ),
  'invites.link': rule(
    'behaviour',
    "At level full, an invite's link tells whom it is for, and no list has what opens it",
    'Whoever reads the list must not be able to come in as somebody else.',
  ),
  'invites.bound': rule(
    'behaviour',
    'At level full, an invite is accepted by nobody but the person whom it is for',
    'A link that was passed on must let nobody in.',
  ),
  'invites.revoke': rule(
    'behaviour',
    'At level full, a revoked invite is listed no more, and its link says so and opens nothing',
    'Whoever was invited by mistake must not come in.',
  ),
  'collaborations.make': rule(
    'behaviour',
    'At level full, a partner is invited once, by their address in any capitals, for at most 100 percent and own campaigns',
    'Two invitations would be two agreements, and what others own is not theirs to share.',
  ),
  'collaborations.closed': rule(
    'behaviour',
    'At level full, before somebody has accepted nothing is sold or owed, and no link but the mailed one opens anything',
    'Whoever has not agreed yet must be able to see and sell nothing.',
  ),
  'collaborations.owed': rule(
    'behaviour',
    'What partners have sold is told as the orders are, and what is owed for it follows from what was paid and refunded, to the cent (level full)',
    'Two organizations settle by it, and each has figures of its own (CO-02).',
  ),
  'collaborations.end': rule(
    'behaviour',
    'At level full, what is shared is settled and ended at once, and what has ended does not go on',
    'Whoever ends a collaboration relies on nothing being sold from then on.',
  ),
  'session.organizations': rule('behaviour', 'The user has an organization', 'All data belongs to one.'),
  'profile.update': rule('behaviour', 'A changed profile is read back', 'What was saved has to be there.'),
  'profile.partial': rule(
    'behaviour',
    'Fields that were not sent stay as they were',
    'The app sends changed fields only (EO-08).',
  ),

  'profile.others': rule(
    'behaviour',
    "A changed profile leaves other accounts as they are, and takes nobody's address",
    'Whoever has the address can have the account.',
  ),
  'campaigns.get': rule(
    'behaviour',
    'A campaign reads as its list shows it',
    'Two screens must not disagree about one record.',
  ),
  'campaigns.withMembers': rule(
    'behaviour',
    'withMembers is true unless it is said to be false',
    'The default is part of the specification (CD-07).',
  ),
  'campaigns.update': rule(
    'behaviour',
    'A changed campaign is read back at once',
    'The app reads it again as soon as it is saved.',
  ),
  'campaigns.partial': rule(
    'behaviour',
    'Fields that were not sent stay as they were',
    'The app sends changed fields only (UC-03).',
  ),
  'campaigns.others': rule('behaviour', 'Changing one campaign leaves the others as they were', 'One record is meant.'),
  'campaigns.concurrent': rule(
    'behaviour',
    "Two updates at once lose neither's fields",
    'Two people work on one campaign.',
  ),
  'offers.create': rule(
    'behaviour',
    'A new offer is what was sent, and is in its list at once',
    'The list is read again as soon as it is saved (AO-07).',
  ),
  'offers.update': rule(
    'behaviour',
    'A changed offer is read back at once',
    'The list is read again as soon as it is saved (EO-05).',
  ),
  'offers.partial': rule(
    'behaviour',
    'Fields that were not sent stay as they were',
    'The app sends changed fields only (EO-08).',
  ),
  'offers.others': rule('behaviour', 'Changing one offer leaves the others as they were', 'One record is meant.'),
  'offers.delete': rule('behaviour', 'A deleted offer is gone', 'A person has confirmed it (OT-09).'),
  'offers.restore': rule(
    'behaviour',
    'A deletion that was undone leaves the offer as it was (level full)',
    'Whoever has deleted the wrong one takes it back.',
  ),
  'offers.deleteOnly': rule(
    'behaviour',
    'A delete takes its own row and no other',
    'What else goes is lost without anybody having asked for it.',
  ),
  'offers.afterDelete': rule(
    'behaviour',
    'Update and delete of a deleted offer answer 404',
    'The app tells a person that it is gone.',
  ),
  'offers.concurrent': rule(
    'behaviour',
    "Two updates at once lose neither's fields",
    'Two edits in flight must leave what both have written (EO-09).',
  ),
  'offers.dates': rule('behaviour', 'An offer says when it was added and last changed', 'The table shows both.'),
  'offers.ownFields': rule(
    'behaviour',
    'At level full, what the server alone gives an offer is not taken from a body',
    'Fields that a call does not have are refused or ignored: an id, a campaign and a date are not for clients to choose (AP-03).',
  ),
  'offers.ids': rule(
    'behaviour',
    'An id stays the same wherever the record is seen',
    'Ids are opaque: clients only compare them (AP-03).',
  ),
  'autoresponders.create': rule(
    'behaviour',
    'A new auto-responder is what was sent, and is in its list at once',
    'The list is read again as soon as it is saved (EM-06).',
  ),
  'autoresponders.plugin': rule(
    'behaviour',
    'An auto-responder names its plugin instance',
    'The table shows the name (EM-01).',
  ),
  'autoresponders.scope': rule(
    'behaviour',
    "A campaign's auto-responders are its own, and no other's",
    'A mail of the wrong campaign would be sent.',
  ),

  'customers.create': rule(
    'behaviour',
    'A new customer reads as it was sent (level full)',
    'An order is sent to the address that was typed.',
  ),
  'customers.update': rule(
    'behaviour',
    'A changed customer is read back at once (level full)',
    'The page reads it again as soon as it is saved.',
  ),
  'customers.partial': rule(
    'behaviour',
    'Fields of a customer that were not sent stay as they were, those of the address too (level full)',
    'The app sends changed fields only.',
  ),
  'customers.others': rule(
    'behaviour',
    'Changing one customer leaves the others as they were (level full)',
    'One record is meant.',
  ),
  'customers.delete': rule(
    'behaviour',
    'A deleted customer is neither read, found nor changed (level full)',
    'A person has confirmed it.',
  ),
  'customers.restore': rule(
    'behaviour',
    'A customer whose deletion is undone is as it was (level full)',
    'Undo is offered after every deletion (WF-05).',
  ),
  'customers.timeline': rule(
    'behaviour',
    'The timeline of a customer tells what was changed of them, and by whom (level full)',
    'Whoever calls them has to know what others have done (CU-03).',
  ),
  'customers.alike': rule(
    'behaviour',
    'Who is typed is recognised by email, phone number, or name with postal code, and nobody else is (level full)',
    'The one who is there already is offered, so that nobody is there twice (CU-02).',
  ),
  'customers.merge': rule(
    'behaviour',
    'Of two customers who are merged one is left, with the fields that were chosen and the orders of both (level full)',
    'What a person has seen and confirmed is what happens, and an order has one customer (CU-04).',
  ),
  'customers.unmerge': rule(
    'behaviour',
    'A merge that is undone leaves both customers and their orders as they were (level full)',
    'The wrong two are merged by one wrong click; it can be undone for a day (CU-04).',
  ),

  'products.create': rule(
    'behaviour',
    'A new product reads as it was sent, and is in its list at once (level full)',
    'The picker of a new offer is read again as soon as it is saved.',
  ),
  'products.update': rule(
    'behaviour',
    'Of a product that is changed only what was sent changes (level full)',
    'The panel sends changed fields only; the stock is moved by movements alone.',
  ),
  'products.sku': rule(
    'behaviour',
    'A SKU is one product’s, and its letters count (level full)',
    'Spreadsheets know products by it.',
  ),
  'products.archive': rule(
    'behaviour',
    'An archived product can be read and brought back, and gets no new offers (level full)',
    'What is not sold any more has been sold before.',
  ),
  'products.copy': rule(
    'behaviour',
    'A copy of a product has a SKU of its own and nothing in stock (level full)',
    'Units are not made by copying.',
  ),
  'products.stock': rule(
    'behaviour',
    'A stock is moved by a number of units or to a count, never below zero, and never by nothing (level full)',
    'What is not there can not be sold.',
  ),
  'products.movements': rule(
    'behaviour',
    'Movements add up to the stock, the newest first, and say who has moved it and why (level full)',
    'Whoever counts something else looks for the reason here.',
  ),
  'products.categories': rule(
    'behaviour',
    'Every category of a product is listed, once (level full)',
    'Lists are narrowed by them.',
  ),
  'sheetImports.judged': rule(
    'behaviour',
    'Every line of an import is told what it does, from what to what, or why not (level full)',
    'People agree to what they were shown.',
  ),
  'sheetImports.commit': rule(
    'behaviour',
    'The good lines of an import are taken over once, and nothing else is (level full)',
    'A spreadsheet changes thousands of products at once.',
  ),
  'sheetImports.undo': rule(
    'behaviour',
    'An import that is undone leaves what has been changed since, and says so (level full)',
    'What somebody has done since is not lost.',
  ),
  'sheetImports.withdraw': rule(
    'behaviour',
    'An import that was given up is not taken over (level full)',
    'Whoever has seen their mistake stops it.',
  ),
  'orders.place': rule(
    'behaviour',
    'An order is what was sold, to whom and where to, and is counted and listed at once (level full)',
    'It is read out to the customer while they are on the phone.',
  ),
  'orders.once': rule(
    'behaviour',
    'However often a draft is placed, it becomes one order (level full)',
    'Double clicks and lost answers must not sell twice.',
  ),
  'orders.refused': rule(
    'behaviour',
    'What can not be sold is refused: prices, quantities, days, terms, addresses, and what is gone (level full)',
    'The server checks all again that the form has checked.',
  ),
  'orders.amounts': rule(
    'behaviour',
    'Amounts are rounded half up by line, then summed, with the tax of the organization (level full)',
    'The customer pays what they were told.',
  ),
  'orders.stock': rule(
    'behaviour',
    'An order takes its units from offer and stock, and gives them back when it is cancelled (level full)',
    'Nothing is sold that is not there, and nothing is lost.',
  ),
  'orders.number': rule(
    'behaviour',
    'Orders of an organization are numbered without gaps (level full)',
    'Whoever keeps the books asks for every number.',
  ),
  'orders.copies': rule(
    'behaviour',
    'What was sold stays as it was sold (level full)',
    'A price or a name that is changed later was not agreed on.',
  ),
  'orders.timeline': rule(
    'behaviour',
    'The timeline tells what happened to an order, who did it and why, the oldest first (level full)',
    'The next agent reads what the last one did.',
  ),
  'orders.address': rule(
    'behaviour',
    'An order can be sent elsewhere until it is shipped or cancelled, and only where mail arrives (level full)',
    'A parcel that is on its way does not turn round.',
  ),
  'orders.cancel': rule(
    'behaviour',
    'A cancelled order is cancelled for good, and counts no more (level full)',
    'What is cancelled is neither shipped nor cancelled again.',
  ),
  'payments.link': rule(
    'behaviour',
    'A payment link opens its order, and whoever made it sees how far it is; its token is told once (level full)',
    'The agent follows the payment while the customer is on the phone (LV-02).',
  ),
  'payments.testCards': rule(
    'behaviour',
    'The sandbox gateway takes its test cards and no others (level full)',
    'The number of a real card must never leave the page (PY-02).',
  ),
  'payments.declined': rule(
    'behaviour',
    'A declined card costs nothing, is told in words, and another can be tried (level full)',
    'The customer has another card (PY-03).',
  ),
  'payments.card': rule(
    'behaviour',
    'A paid order tells the last digits of the card that paid it, whatever other cards were tried (level full)',
    'By them the customer finds the payment on their statement (PY-03).',
  ),
  'payments.bank': rule(
    'behaviour',
    'What the bank asks about is paid when it agrees, and only then (level full)',
    'A payment that was not approved is none (PY-03).',
  ),
  'payments.once': rule(
    'behaviour',
    'An attempt that is sent twice charges once, and a paid order is not paid again (level full)',
    'Double clicks and lost answers must not charge twice (PY-04).',
  ),
  'payments.oneAtATime': rule(
    'behaviour',
    'While one attempt is under way, another of the same order is refused (level full)',
    'Two tabs would pay twice (PY-04).',
  ),
  'payments.ended': rule(
    'behaviour',
    'A link that was replaced or ended, or whose order was cancelled, opens and pays nothing (level full)',
    'What the seller has taken back is not sold (PY-05).',
  ),
  'payments.codes': rule(
    'behaviour',
    'A code opens its order with the last digits of its phone number, and with nothing else (level full)',
    'It is read out on the phone, where others may hear it (NO-06).',
  ),
  'payments.sums': rule(
    'behaviour',
    'What was paid, given back and is due is the same in order, payments and transactions, to the cent (level full)',
    'Books that differ are wrong.',
  ),
  'refunds.amount': rule(
    'behaviour',
    'A refund gives back what was asked for and says why; with all of it back, the order can be cancelled (level full)',
    'The customer gets what they were promised (OR-03).',
  ),
  'refunds.once': rule(
    'behaviour',
    'A refund that is asked for again with its key gives nothing more (level full)',
    'Whoever lost the answer asks again.',
  ),
  'refunds.cap': rule(
    'behaviour',
    'No more is given back than was paid and not given back yet (level full)',
    'The money would be somebody else’s.',
  ),
  'refunds.lines': rule(
    'behaviour',
    'A refund of units gives back what they cost, once, and puts them into stock where that is wanted (level full)',
    'What comes back can be sold again (OR-03).',
  ),
  'gateways.list': rule(
    'behaviour',
    'A gateway reads as it was sent; what is left out of a change stays (level full)',
    'The panel sends changed fields only (GW-01).',
  ),
  'gateways.secrets': rule(
    'access',
    'Of the secrets of a gateway only their ends are told, and a change that leaves them out keeps them (level full)',
    'Whoever has them can take the money (GW-02).',
  ),
  'gateways.cap': rule(
    'behaviour',
    'A gateway is not asked for more than its cap of the month (level full)',
    'The contract with the bank says so (GW-01).',
  ),
  'gateways.switch': rule(
    'behaviour',
    'Nothing new is paid through a gateway that is disabled, until it is enabled (level full)',
    'It is disabled because something is wrong with it.',
  ),
  'gateways.rehearse': rule(
    'behaviour',
    'A rehearsal tries paying, declining, the bank and refunding, and leaves nothing behind (level full)',
    'Nobody has to find out with a customer on the phone (GW-02).',
  ),
  'gateways.reconcile': rule(
    'behaviour',
    'All payments of a gateway are compared with its books, and agree (level full)',
    'A lost message must not lose money (GW-04).',
  ),
  'gateways.figures': rule(
    'behaviour',
    'The figures of a gateway are those of its transactions (level full)',
    'They are what its owner looks at (GW-01).',
  ),
  'transactions.sums': rule(
    'behaviour',
    'Sums of transactions are those of the rows that the same search finds (level full)',
    'They stand above the list (GW-03).',
  ),
  'fulfilments.pack': rule(
    'behaviour',
    'Every unit of an order is in one parcel, and the parcel goes where the order goes (level full)',
    'What is packed twice is sent twice (FU-03).',
  ),
  'fulfilments.split': rule(
    'behaviour',
    'A parcel that is split keeps all units but those that were taken out, and is never empty (level full)',
    'What is there is sent first (FU-03).',
  ),
  'fulfilments.tracking': rule(
    'behaviour',
    'A tracking number is one parcel’s, and is kept as its carrier writes it (level full)',
    'The customer follows their own parcel (FU-02).',
  ),
  'fulfilments.scan': rule(
    'behaviour',
    'A scanned number goes to the parcel of the order that waits longest; read twice, it is given once (level full)',
    'Scanners read twice (FU-02).',
  ),
  'fulfilments.life': rule(
    'behaviour',
    'A parcel is sent, then delivered, and neither goes back (level full)',
    'What is on its way can not be called back (LI-04).',
  ),
  'fulfilments.steps': rule(
    'behaviour',
    'Several parcels go a step further together or not at all (level full)',
    'Half of a pile is nobody’s idea (FU-01).',
  ),
  'fulfilments.cancel': rule(
    'behaviour',
    'Units of a parcel that is given up can be packed again; a cancelled order sends nothing (level full)',
    'Nothing is lost, and nothing is sent that was not wanted (LI-04).',
  ),
  'fulfilments.order': rule(
    'behaviour',
    'An order is as far as its parcels are, and is completed once it is paid and has arrived (level full)',
    'Nobody sets it by hand (LI-01, LI-04).',
  ),
  'fulfilments.begin': rule(
    'behaviour',
    'What is paid waits in a parcel, all of it (level full)',
    'Nobody has to remember to pack it (FU-03).',
  ),
  'webhooks.list': rule(
    'behaviour',
    'A webhook reads as it was sent; what is left out of a change stays (level full)',
    'Who is told elsewhere depends on it (WH-01).',
  ),
  'webhooks.secrets': rule(
    'access',
    'The secret of a webhook is told once, to whoever makes it (level full)',
    'Whoever has it can send in the seller’s name (WH-01).',
  ),
  'webhooks.messages': rule(
    'behaviour',
    'What is sent to a webhook is listed, and sent again under the same id; nothing is sent to one that is off (level full)',
    'A receiver knows by the id what it has already (WH-01).',
  ),
  'plugins.list': rule(
    'behaviour',
    'An email provider reads as it was sent; what is left out of a change stays (level full)',
    'The panel sends changed fields only (ML-03).',
  ),
  'plugins.secrets': rule(
    'access',
    'The password of an email provider is told to nobody, and never goes to another server (level full)',
    'Whoever has it can write in the seller’s name (ML-03).',
  ),
  'plugins.used': rule(
    'behaviour',
    'An email provider that auto-responders send through is not deleted (level full)',
    'Their mails would be lost (ML-03).',
  ),
  'autoresponders.update': rule(
    'behaviour',
    'Of an auto-responder that is changed only what was sent changes, and only to what can be sent (level full)',
    'A placeholder that nobody fills would be mailed (ML-02).',
  ),
  'autoresponders.preview': rule(
    'behaviour',
    'A preview is the mail of the newest order, with nothing left to fill in (level full)',
    'People trust what they were shown (ML-02).',
  ),
  'autoresponders.pause': rule(
    'behaviour',
    'A paused auto-responder sends nothing until it is resumed (level full)',
    'It was paused because its mail is wrong (ML-02).',
  ),
  'autoresponders.delete': rule(
    'behaviour',
    'A deleted auto-responder sends nothing and is not there, until it is restored (level full)',
    'Undo is offered after every deletion (WF-05).',
  ),
  'orderMails.list': rule(
    'behaviour',
    'An organization has one mail of its own for each event of an order (level full)',
    'A campaign without auto-responders would tell its customers nothing (ML-04).',
  ),
  'orderMails.change': rule(
    'behaviour',
    'An own mail reads as it was changed, is switched off and on, and is the original again when asked for (level full)',
    'What customers are sent is what Settings show (ML-04).',
  ),
  'orderMails.preview': rule(
    'behaviour',
    'The preview of an own mail has nothing left to fill in (level full)',
    'People trust what they were shown (ML-04).',
  ),
  'sellers.change': rule(
    'behaviour',
    'An organization has one seller, whose address and tax number read as they were changed, on receipts too (level full)',
    'A receipt without them is none for the tax office (PY-06).',
  ),
  'dashboard.queue': rule(
    'behaviour',
    'What waits to be done is counted as the lists that it leads to have it (level full)',
    'A count that its list does not bear out is believed once (DB-01).',
  ),
  'dashboard.own': rule(
    'behaviour',
    'The own day is as the lists of calls and orders have it, and the first steps of an organization are told as they are done, until an order is paid (level full)',
    'Whoever is told to do again what is done looks for what is wrong with it (DB-03).',
  ),
  'leaderboard.figures': rule(
    'behaviour',
    'An order counts for its agent until it is cancelled, and a call if somebody could have bought in it; days are the organization’s (level full)',
    'People are praised and paid by it (LB-01).',
  ),
  'leaderboard.ranks': rule(
    'behaviour',
    'Ranks follow the figures, who is level shares one, and who has too few calls has none (level full)',
    'Nobody accepts a rank that their own figures deny (LB-01).',
  ),
  'leaderboard.goals': rule(
    'behaviour',
    'The goals of a team read as owners have settled them, and nobody else’s are read or changed (level full)',
    'A team that runs for a goal of nobody’s is not led (LB-01).',
  ),
  'reports.figures': rule(
    'behaviour',
    'A figure is what the rows of its lists come to, by the organization’s days, however it is split or compared (level full)',
    'Whoever doubts a figure looks at its rows, and finds another sum (RP-01, RP-02).',
  ),
  'reports.csv': rule(
    'behaviour',
    'A report as CSV has the figures of the report, a line for a line, and as a workbook it is one (level full)',
    'What is taken along is what was on the screen (RP-01).',
  ),
  'reports.refused': rule(
    'refusal',
    'What no report can be is refused with 422, at the field that is wrong (level full)',
    'People see beside the field what they have to choose instead (RP-01).',
  ),
  'orders.sums': rule(
    'behaviour',
    'Sums of orders are those of the rows that the same search finds (level full)',
    'They stand above the list (RP-02).',
  ),
  'orderLines.sums': rule(
    'behaviour',
    'What was sold is listed line by line, and its sums are those of the lines that a search finds (level full)',
    'Figures of offers are made of them (RP-02).',
  ),
  'calls.sums': rule(
    'behaviour',
    'Calls are listed by what came of them and by what was typed or sold in them, and their sums are those of the calls that a search finds (level full)',
    'Shares of calls that became orders, and times until they were paid, are made of them (RP-02).',
  ),
  'savedReports.kept': rule(
    'behaviour',
    'A saved report reads as it was saved; what is left out of a change stays, and a change counts as a version (level full)',
    'Everybody of the organization looks at the same report (RP-01).',
  ),
  'savedReports.mail': rule(
    'behaviour',
    'Whoever has a saved report mailed is told so, until they want it no more (level full)',
    'Nobody can end what they are not told of (RP-01).',
  ),
  'savedReports.delete': rule(
    'behaviour',
    'A saved report that was deleted is gone (level full)',
    'It would be mailed every week for ever (RP-01).',
  ),
  'savedViews.kept': rule(
    'behaviour',
    'A saved view reads as it was saved, a name is taken once, what is left out of a change stays, and a change counts as a version (level full)',
    'Who comes back to a list by its name wants to see what they named (WF-02).',
  ),
  'savedViews.share': rule(
    'behaviour',
    'A view that is shared says so, and shows what it showed (level full)',
    'Nobody shares what they don’t know to be seen by others (WF-02).',
  ),
  'savedViews.default': rule(
    'behaviour',
    'A list begins with one view at most (level full)',
    'With two, what is shown first would be left to chance (WF-02).',
  ),
  'savedViews.delete': rule(
    'behaviour',
    'A saved view that was deleted is gone, and is as it was once it is brought back (level full)',
    'An Undo that brings back less is none (WF-02).',
  ),
  'members.list': rule(
    'behaviour',
    'Who works in an organization is told to those who do (level full)',
    'A campaign is given to its sellers from this list (PM-01).',
  ),
  'members.out': rule(
    'behaviour',
    'Who is kept out or removed can do nothing any more, and what they have begun is somebody else’s (level full)',
    'Whoever has left a company must not see its customers (AU-01).',
  ),
  'members.duties': rule(
    'behaviour',
    'What is the duty of owners alone is refused to agents, by whichever call (level full)',
    'Money and secrets are an owner’s (ST-02).',
  ),
  'members.settled': rule(
    'behaviour',
    'What owners settle of what agents may do and read holds at once, in every list and its sums (level full)',
    'Whoever is to see their own orders alone must not read them all in another list (ST-02).',
  ),
  'members.role': rule(
    'behaviour',
    'Owners let a colleague change settings and take it back, and one of them always stays (level full)',
    'An organization without an owner is nobody’s (AU-01).',
  ),
  'organization.change': rule(
    'behaviour',
    'At level full, owners change what their organization is, and nobody else’s; what cannot be is refused',
    'Every order is taxed and every day counted by it.',
  ),
  'permissions.change': rule(
    'behaviour',
    'What agents may do reads as owners have settled it, field by field (level full)',
    'Owners let people sell because they have settled what else these may do (ST-02).',
  ),
  'audit.told': rule(
    'behaviour',
    'The audit tells who changed what, from what to what, the newest first (level full)',
    'It is read when something is wrong already (AD-01).',
  ),
  'audit.found': rule(
    'behaviour',
    'The audit is narrowed by action, person, record and day, and tells nothing else then (level full)',
    'Nobody reads ten thousand entries (AD-01).',
  ),
  'audit.timeline': rule(
    'behaviour',
    'A record’s timeline tells who changed what, from what to what, page by page, to whoever may read it (level full)',
    'Whoever looks at a record wants to know how it came to be so (AD-01).',
  ),
  'audit.csv': rule(
    'behaviour',
    'The audit as CSV has a line for each change that is found, and as a workbook it is one (level full)',
    'An auditor works with a copy (AD-01).',
  ),
  'archives.parts': rule(
    'behaviour',
    'An archive comes part by part, each counted once however often it is sent, and is taken whole or not at all (level full)',
    'Whoever lost an answer sends a part again, and the archive must not be longer by it.',
  ),
  'bulkJobs.rows': rule(
    'behaviour',
    'One action over many records does to each what it says, nothing else and to no other, and is taken back whole (level full)',
    'Nobody looks through a hundred records for the one that went wrong (WF-03).',
  ),
  'saved.own': rule(
    'behaviour',
    'What somebody begins with, has mailed or has not shared is their own (level full)',
    'Colleagues who share a list do not share what they look at first (WF-02).',
  ),
  'lists.order': rule(
    'behaviour',
    'A list that is answered whole or in pages is in the order that its call says (level full)',
    'The app shows it as it comes: what is newest is looked for above.',
  ),
  'lists.csv': rule(
    'behaviour',
    'A list as CSV has a line for each row that is found, in the order that is asked for, and as a workbook it is one (level full)',
    'What is taken along is what was on the screen (ST-02).',
  ),
  'mails.sent': rule(
    'behaviour',
    'What happens to an order is mailed once to its customer, as the auto-responder has it (level full)',
    'Two mails about one parcel look like two parcels (ML-01).',
  ),
  'mails.link': rule(
    'behaviour',
    'A link that is to be mailed is mailed once, and is in its mail alone (level full)',
    'Who reads a list of mails is not to pay (PY-06, ML-03).',
  ),
  'mails.list': rule(
    'behaviour',
    'Mails are found by state, order, receiver and subject, and by nothing else (level full)',
    'Whoever asks for a mail is on the phone (ML-03).',
  ),
  'mails.test': rule(
    'behaviour',
    'A test sends one mail, which is listed as a test (level full)',
    'Whoever sets something up sees that it works (ML-02).',
  ),
  'mails.retry': rule(
    'behaviour',
    'A mail that was given up says why and can be sent once more; any other can not, nor be dropped (level full)',
    'Nothing is mailed twice, and nothing is lost (ML-03).',
  ),
  'orderDrafts.keep': rule(
    'behaviour',
    'A draft is kept as it is typed, right or wrong (level full)',
    'Nothing that was typed on the phone may be lost.',
  ),
  'orderDrafts.list': rule(
    'behaviour',
    'One’s own drafts are listed, the one first that was changed last (level full)',
    'Whoever was interrupted goes on where they were.',
  ),
  'orderDrafts.ended': rule(
    'behaviour',
    'A draft that was placed or discarded is gone (level full)',
    'It would be sold again.',
  ),
  'calls.life': rule(
    'behaviour',
    'Somebody is in one call at a time, and closes it once it has ended, with how it went (level full)',
    'What becomes of a customer follows from it.',
  ),
  'calls.open': rule(
    'behaviour',
    'Calls that are talked or have to be wrapped up are listed, and no others (level full)',
    'No call is forgotten.',
  ),
  'telephone.tokens': rule(
    'behaviour',
    'A telephone system is let in by a token that is told once, until it is revoked (level full)',
    'Whoever reads a list must not be let in by it.',
  ),
  'telephone.calls': rule(
    'behaviour',
    'A telephone system begins the calls of agents, each once, with the customer whose number it is, and does nothing else (level full)',
    'A call that is sent again must not ring twice (CA-01).',
  ),
  'calls.callBacks': rule(
    'behaviour',
    'Whom somebody is to call back is listed until they say that it is done (level full)',
    'Nobody waits for a call that never comes.',
  ),
  'campaigns.create': rule(
    'behaviour',
    'A new campaign is what was sent, with whoever has started it (level full)',
    'It opens as soon as it is saved.',
  ),
  'campaigns.members': rule(
    'behaviour',
    'The members of a campaign are those that were sent last, all of the organization (level full)',
    'They sell in it.',
  ),
  'campaigns.archive': rule(
    'behaviour',
    'An archived campaign is not listed or changed until it is restored (level full)',
    'What is put away stays as it was.',
  ),
  'campaigns.copy': rule(
    'behaviour',
    'A copy of a campaign has its offers and members, and takes nothing from it (level full)',
    'The next season begins with the last one.',
  ),
  'campaigns.script': rule(
    'behaviour',
    'A script of a campaign is kept as it was written, and is no part of the campaign itself (level full)',
    'It is read out to customers.',
  ),
  'campaigns.kinds': rule(
    'behaviour',
    'Every category and type of a campaign is listed, once (level full)',
    'Lists are narrowed by them.',
  ),
  'events.told': rule(
    'behaviour',
    'Every change is told as it happens, by resource, id, version and kind (level full)',
    'Two people who look at one list see the same.',
  ),
  'events.resumed': rule(
    'behaviour',
    'Whoever comes again with the last id is told what they missed (level full)',
    'Connections break.',
  ),
  'events.together': rule(
    'behaviour',
    'Changes that become known at once are told by one event, if that is asked for (level full)',
    'A list that a hundred changes come to is read again once.',
  ),
  'events.nothingElse': rule(
    'access',
    'A change is told without what it is about, and to its own organization only (level full)',
    'Who may hear of a change need not be one who may read it.',
  ),
  'create.once': rule(
    'behaviour',
    'A creation that is repeated with its key is done once; the key with another body is refused (level full)',
    'Whoever lost the answer asks again.',
  ),
  'change.again': rule(
    'behaviour',
    'A step that is taken once more is refused, or leaves all as it is (level full)',
    'Whoever has lost the answer takes it again.',
  ),
  'change.outdated': rule(
    'behaviour',
    'A change of an outdated version is refused with the record as it is now (level full)',
    'Two people at one record do not overwrite each other.',
  ),

  'search.total': rule(
    'behaviour',
    'meta.total is exact and the same on every page',
    'The pager counts its pages by it (DT-07).',
  ),
  'search.paging': rule(
    'behaviour',
    "Pages don't overlap and skip nothing",
    'What lies between two pages is never seen.',
  ),
  'search.limit': rule(
    'behaviour',
    'A page has at most as many rows as asked for',
    'The page size is chosen by the person.',
  ),
  'search.defaults': rule(
    'behaviour',
    'Without limit and page: 10 rows of page 1',
    'The defaults are part of the specification (KO-02).',
  ),
  'search.q': rule(
    'behaviour',
    'q finds what holds it, within 2 s, and nothing else',
    'A record that was just made is looked for at once.',
  ),
  'search.qFull': rule(
    'behaviour',
    'q takes small and capital letters alike, every word, and no sign as a wildcard (level full)',
    'People type as they speak.',
  ),
  'search.sort': rule('behaviour', 'Sorting sorts, over all pages', 'The first page has to be the first of all.'),
  'search.sortRefused': rule(
    'behaviour',
    'A sort that is not refused is applied',
    'A sort that is ignored looks like a wrong order.',
  ),
  'search.filter': rule(
    'behaviour',
    'A filter finds the rows that hold its value, and no others',
    'A campaign shows its own offers (OT-06).',
  ),
  'search.filterRefused': rule(
    'behaviour',
    'A filter that is not refused is applied',
    'A filter that is ignored shows what was to be hidden.',
  ),
  'search.sameRow': rule(
    'behaviour',
    'A record reads the same in every search',
    'Two screens must not disagree about one record.',
  ),
  'search.references': rule('behaviour', 'Ids of other records lead to them (level full)', 'The app links to them.'),
  'lists.filled': rule(
    'behaviour',
    'The first account has campaigns and products',
    'Over empty lists most rules hold of nothing, and prove nothing.',
  ),
  'lists.gone': rule(
    'behaviour',
    'What was deleted, revoked, discarded or merged is in no list any more, until it is brought back (level full)',
    'Whoever finds it there goes on working with it.',
  ),
  'lists.stable': rule('behaviour', 'A list reads the same twice', 'A choice that disappears can not be made.'),

  'sheetImports.columns': rule(
    'behaviour',
    'Every column of a spreadsheet is read, each changes what it says and nothing else, and is refused where it is wrong (level full)',
    'A column that is not read is a change that somebody believes they have made.',
  ),
  'sheetImports.numbers': rule(
    'behaviour',
    'A cell is read as its country writes numbers, and its SKU without the blanks around it (level full)',
    'A price that lost its comma is a hundred times too high.',
  ),
  'sheetImports.orders': rule(
    'behaviour',
    'Orders of a spreadsheet are added once, as they were told, with their moment and money, and nothing is taken from stock (level full)',
    'The books of years are moved by it.',
  ),
  'sheetImports.tracking': rule(
    'behaviour',
    'Tracking numbers of a spreadsheet go to the parcels that their orders name, however they are typed, and are gone when that is undone (level full)',
    'A customer who looks for another parcel calls.',
  ),
  'mails.counted': rule(
    'behaviour',
    'Everything that happens is mailed as often as there are mails for it, and never again (level full)',
    'A customer who gets two links asks which of them to pay.',
  ),
  'fields.limits': rule(
    'behaviour',
    'What a field takes at its limits, or with blanks around it, is kept as it is read, and changes no other field (level full)',
    'The longest note is the one that took longest to write.',
  ),
  'fields.defaults': rule(
    'behaviour',
    'What is left out of something new is nothing, or what the contract says (level full)',
    'Nobody looks for what they have not said.',
  ),
  'lists.pages': rule(
    'behaviour',
    'Every list that has pages has each row on one of them, by whatever it is narrowed and sorted (level full)',
    'A list of its own call is a list like any other.',
  ),
  'change.version': rule(
    'behaviour',
    'A change makes the version of its record grow (level full)',
    'A version that stays lets two people overwrite each other (GE-09).',
  ),
  'lists.filters': rule(
    'behaviour',
    'Every filter of a list finds what has its value, any of several, or none (level full)',
    'Whoever narrows a list believes that they see all of it.',
  ),
  'lists.bounds': rule(
    'behaviour',
    'The ends of a range are within it, and a day is one where the organization is (level full)',
    'What was sold on the last evening of a month belongs to it.',
  ),
  'lists.sorts': rule(
    'behaviour',
    'A list sorted by any of its columns is in order, and none of it is lost (level full)',
    'A row without a value is a row.',
  ),
  'search.find': rule(
    'behaviour',
    'What somebody types finds the records of every kind that it names, at most five of each (level full)',
    'Who knows a number and not the list that it is in has nowhere else to look.',
  ),
  'lists.found': rule(
    'behaviour',
    'A record is found by all that its list is searched in, in any spelling, and by no wildcard (level full)',
    'A caller says a number in their own way.',
  ),
  'lists.agree': rule(
    'behaviour',
    'What lists and records tell of one sale fits together: what rows repeat of others, and what follows from them (level full)',
    'Whoever is on the phone has one of them before them, and the customer another.',
  ),
  'lists.sums': rule(
    'behaviour',
    'Sums are those of the rows that are found, whatever narrows them (level full)',
    'A sum of something else is believed as well.',
  ),
  'shop.figures': rule(
    'behaviour',
    'Every figure follows from what was sold, after every step (level full)',
    'A count that is kept beside what it counts is forgotten by the one step in ten that nobody thought of.',
  ),
  'shop.calls': rule(
    'behaviour',
    'Who is to be called back is, once and in time, and who does not want to be called is not (level full)',
    'A call that nobody wanted is against the law.',
  ),

  'payment.order': rule('behaviour', 'A payment link opens its order', 'The customer pays what they see (RT-03).'),
  'payment.unknown': rule(
    'behaviour',
    'A token that was never given out opens nothing',
    'An order has a name and an address on it.',
  ),
  'payment.expired': rule(
    'behaviour',
    'A payment link that has ended opens nothing',
    'Its token must be given with --expired-order-token, as no call makes one.',
  ),
  'payment.expiry': rule('behaviour', 'A payment link ends within one day', 'The mail promises it (KO-02).'),

  'resilience.head': rule('resilience', 'HEAD and OPTIONS do no harm', 'Proxies and browsers send them unasked.'),
  'resilience.load': rule(
    'resilience',
    '1,000 requests, 20 at a time, are all answered',
    'A Monday morning does as much.',
  ),
  'resilience.slowBody': rule(
    'resilience',
    'A slow body is waited for or refused, and holds up nobody else',
    'Phones on trains send so.',
  ),
  'resilience.hugeBody': rule('resilience', 'A huge body is refused, or at least survived', 'Memory is finite.'),
  'resilience.deepBody': rule(
    'resilience',
    'A deeply nested body is refused, or at least survived',
    'Recursion is finite, too.',
  ),
} as const satisfies Record<string, Rule>

export type RuleId = keyof typeof rules

const ids = Object.keys(rules) as RuleId[]

/** The rules of a level: those of level full alone say so in their title, at its beginning or at its end. */
export const rulesOf = (level: 'core' | 'full'): readonly RuleId[] =>
  level === 'full' ? ids : ids.filter((id) => !/^At level full,|\(level full\)$/.test(rules[id].title))

/** The rules as a table for people, in markdown. */
export function rulesTable(): string {
  const rows = Object.entries(rules).map(([id, { kind, title, why }]) => `| \`${id}\` | ${kind} | ${title} | ${why} |`)
  return ['| rule | kind | what holds | why |', '| --- | --- | --- | --- |', ...rows, ''].join('\n')
}

import { anywhere, asWords } from './word-list.ts'

/** Things with a number of their own: what stands directly behind such a word is no code. */
const things = {
  ar: `
    طلب, طلبك, طلبكم, الطلب, فاتورة, الفاتورة, حجز, الحجز, شحنة, الشحنة, عقد,
    العقد, هاتف, رحلة, الرحلة, إصدار, الإصدار, صفحة, تذكرة, التذكرة, إيصال, الإيصال, مرجع,
    المرجع`,
  bg: `
    поръчк*, фактур*, резервация*, пратк*, договор, артикул, тел, телефон, полет, версия,
    страница, запитване, еик, номер, товарителница, билет`,
  cs: `
    objednávka, objednávky, objednávce, faktura, faktury, rezervace, rezervaci, zásilka,
    zásilky, smlouva, smlouvy, tel, telefon, let, pokoj, verze, verzi, strana, strany, ičo, dič,
    jízdenka, jízdenky, psč, balík`,
  da: `
    ordre, ordrenummer, faktura, fakturanummer, booking, bookingnummer, forsendelse, sag,
    sagsnummer, aftale, varenummer, tlf, telefon, fly, værelse, version, side, pakke,
    kvittering, cvr, bestilling, bestillingsnummer`,
  de: `
    bestellung, bestellnummer, bestellnr, auftrag, auftrags*, rechnung, rechnungs*, ticket, vorgang,
    vorgangs*, aktenzeichen, buchung, buchungs*, sendung, sendungs*, vertrag, vertrags*, beleg,
    belegnummer, plz, postleitzahl, tel, telefon, rufnummer, fax, artikel, artikelnummer, version,
    seite, flug, zug, zimmer, steuernummer, ust-id, ust-idnr, referenz, referenznummer, zeichen, hrb,
    lieferung, lieferschein, lieferscheinnummer, gutschein, zähler, zählernummer, fall, paket,
    versicherungsnummer, wagen, platz, endet auf, endend auf, endziffern`,
  el: `
    παραγγελί*, τιμολόγι*, κράτησ*, αποστολ*, συμβόλαι*, τηλ, τηλέφωνο, πτήσ*, έκδοση, σελίδα,
    αίτημα, αφμ, τκ, απόδειξη, δέμα`,
  en: `
    order, orders, document, documents, invoice, invoices, ref, refs, reference, references,
    ticket, tickets, case, cases, booking, bookings, reservation, reservations, confirmation
    number, confirmation no, record locator, pnr, tracking, shipment, shipments, parcel,
    parcels, package, packages, delivery, deliveries, receipt, receipts, policy, policies,
    contract, contracts, serial, sku, skus, item, items, article, articles, product, products,
    model, models, firmware, revision, rev, kernel, version, versions, v, build, builds,
    release, releases, issue, issues, pull request, pull requests, pr, prs, mr, mrs, commit,
    commits, incident, incidents, alert, alerts, job, jobs, pipeline, pipelines, run, runs,
    error, errors, flight, flights, gate, gates, seat, seats, train, trains, coach, platform,
    room, rooms, suite, street, streets, zip, postcode, postal code, phone, phones, tel,
    telephone, fax, mobile, call, call on, call at, call us, call us on, call us at, dial,
    hotline, helpline, vat, tax, iban, bic, swift, ending, ending in, ending with, ends, ends
    in, ends with, last four, last four digits, last 4, last 4 digits, page, pages, year, years,
    copyright, since, registration, company no, licence, license, extension, ext, isbn, quote,
    estimate, quotation, application, claim, request, rfc, iso, lot, batch, unit, meter, meeting
    id, conference id, webinar id, dial-in, passport, station, port, line, route, table,
    chapter, part, step, edition, vol, volume, po, po. box, p.o. box, box, apartment, apt, floor`,
  es: `
    pedido, factura, facturas, referencia, ref, reserva, envío, seguimiento, contrato, artículo,
    tel, teléfono, vuelo, habitación, versión, página, recibo, presupuesto, expediente,
    incidencia, terminada en, terminado en, acabada en`,
  fi: `
    tilaus, tilausnumero, tilauksesi, lasku, laskunumero, laskun, laskunnumero, laskusi,
    laskusinumero, varaus, varausnumero, varauksesi, lähetys, lähetyksen, viite, viitenumero,
    sopimus, tuote, tuotenumero, puh, puhelin, lento, huone, versio, sivu, paketti, kuitti,
    y-tunnus`,
  fr: `
    cabinet, bureau, salle, commande, facture, factures, réf, réfs, référence, références, dossier, réservation, colis,
    suivi, contrat, article, articles, tél, téléphone, vol, siège, chambre, version, page,
    devis, reçu, livraison, siret, siren, tva, billet, bon, se terminant par, finissant par, n°`,
  he: `
    הזמנה, חשבונית, משלוח, חוזה, טל, טלפון, טיסה, גרסה, עמוד, פנייה, מס', מס’, קבלה, חפ, ח.פ`,
  hu: `
    rendelés*, számla*, foglalás*, csomag*, szerződés*, tel, telefon, járat, verzió, oldal,
    ügyszám, adószám`,
  it: `
    ordine, fattura, riferimento, rif, prenotazione, spedizione, contratto, articolo, tel,
    telefono, volo, camera, versione, pagina, ricevuta, preventivo, pratica, p.iva, p. iva,
    partita iva, cap, biglietto, che termina con, pacco`,
  nl: `
    bestelling, bestelnummer, factuur, factuurnummer, boeking, boekingnummer, boekings,
    boekingsnummer, zending, reservering, reserveringsnummer, referentie, kenmerk, contract,
    contractnummer, artikel, artikelnummer, tel, telefoon, vlucht, kamer, versie, pagina,
    offerte, pakket, kvk, btw, polis, polisnummer, eindigend op, dossier`,
  no: `
    ordre, ordrenummer, fakturanummer, bestilling, bestillingsnummer, forsendelse, sak,
    saksnummer, avtale, varenummer, tlf, telefon, fly, rom, versjon, side, pakke, kvittering,
    org. nr`,
  pl: `
    zamówienie, zamówienia, faktura, faktury, rezerwacji, rezerwacja, rezerwacje, przesyłki,
    przesyłka, paczki, paczka, umowa, umowy, artykuł, tel, telefon, lot, pokój, wersja, wersji,
    strona, strony, zgłoszenie, zgłoszenia, nip, regon, nr, paragon, polisa, polisy, bilet`,
  pt: `
    pedido, encomenda, fatura, nfatura, nota fiscal, referência, ref, reserva, envio, rastreio,
    rastreamento, contrato, artigo, tel, telefone, voo, quarto, versão, página, recibo,
    orçamento, protocolo, cep, cnpj, nif, terminado em, final`,
  ro: `
    comand*, factur*, rezervar*, colet*, contract*, tel, telefon, zbor*, versiun*, pagina, nr,
    cui, awb, bilet*`,
  ru: `
    заказ*, счет*, счёт*, бронировани*, бронь, отправлени*, посылк*, трек, трек-номер, договор*,
    артикул, тел, телефон, рейс*, версия, страница, обращени*, заявк*, инн, кпп, огрн, индекс,
    чек*, билет*, карт*`,
  sk: `
    objednávka, objednávky, objednávke, faktúra, faktúry, rezervácia, zásielka, zásielky,
    zmluva, telefón, tel, verzia, strana, ičo, dič, psč, balík`,
  sv: `
    order, ordernummer, beställning, beställningnummer, beställnings, beställningsnummer,
    faktura, fakturanummer, bokning, bokningnummer, boknings, bokningsnummer, försändelse,
    ärende, ärendenummer, avtal, artikel, artikelnummer, tel, telefon, flyg, rum, version, sida,
    paket, kvitto, orgnr, org nr, org.nr, org. nr, slutar på`,
  tr: `
    sipariş, siparişiniz, fatura, faturanız, rezervasyon, kargo, takip, referans, sözleşme,
    ürün, tel, telefon, uçuş, oda, sürüm, sayfa, no, fiş, bilet, pnr, talep`,
  uk: `
    замовлення, рахун*, бронювання, відправлення, посилк*, договір, договору, артикул, тел,
    телефон, рейс*, версія, сторінка, звернення, заявк*, єдрпоу, індекс, чек*, квит*, накладн*`,
  vi: 'đơn hàng, hóa đơn, mã đơn, mã vận đơn, điện thoại, đt',
}

/** The same in scripts without spaces. */
const unspacedThings = {
  ja: `
    注文, 注文番号, 請求, 請求番号, 請求書, 請求書番号, 予約, 予約番号, 問合せ, 問合せ番号, 問合わせ, 問合わせ番号, 問い合せ, 問い合せ番号, 問い合わせ,
    問い合わせ番号, 伝票, 伝票番号, 会員番号, お客様番号, 領収, 領収書, 〒, 電話, 型番, 便, ページ, バージョン, 受付番号`,
  ko: `
    주문, 주문번호, 주문 번호, 송장, 송장번호, 송장 번호, 청구서, 예약, 예약번호, 예약 번호, 회원번호, 회원 번호, 운송장, 전화, 우편번호, 항공편, 버전,
    페이지, 접수번호, 접수 번호, 영수증`,
  th: 'คำสั่งซื้อ, โทร',
  zh: '订单, 訂單, 发票, 發票, 单号, 單號, 编号, 編號, 会员号, 預訂, 预订, 邮编, 电话, 電話, 航班, 版本, 页, 快递, 流水号, 尾号, 尾號',
}

/** Things as those above that a code may be for: "the code for your account: 482913". */
const owners = {
  ar: 'عميل, العميل, حساب, الحساب, حسابك, بطاقة',
  bg: 'клиент, клиента, клиентски, сметка, сметката, карта, картата',
  cs: 'zákazník*, zákaznick*, účet, účtu, karta, kartou, platby',
  da: 'kunde, kundenummer, konto, kontonummer, kort, medlem, medlemsnummer',
  de: `
    kunde, kunden, kundennummer, kundennr, konto, kontonummer, mitgliedsnummer, zahlung, karte`,
  el: 'πελάτ*, λογαριασμ*, κάρτα',
  en: `
    account, accounts, customer, customers, client, clients, member, members, membership, user,
    users, card, cards, payment, payments, transaction, transactions, subscription,
    subscriptions, id, no`,
  es: 'cliente, cuenta, tarjeta, pago, socio, suscripción',
  fi: 'asiakas, asiakasnumero, tili, tilinumero, kortti, jäsennumero',
  fr: 'client, compte, carte, paiement, abonnement',
  he: 'לקוח, חשבון, כרטיס',
  hu: 'ügyfél*, kártya, fizetés',
  it: 'cliente, conto, carta, pagamento, socio',
  nl: 'klant, klantnummer, rekening, rekeningnummer, kaart, betaling, lidnummer, nr',
  no: 'kunde, kundenummer, konto, kontonummer, kort, medlem, medlemsnummer',
  pl: 'klient, klienta, konto, konta, karta, karty, płatności',
  pt: 'cliente, conta, cartão, pagamento, assinatura, sócio',
  ro: 'client*, cont, contul, card, plată, plata',
  ru: 'клиент*, абонент*, аккаунт*',
  sk: 'zákazn*, účet, účtu, karta, kartou',
  sv: 'kund, kundnummer, konto, kontonummer, kort, kortet, medlem, medlemsnummer',
  tr: 'müşteri, müşteriniz, hesap, hesabı*, kart, kartı*, ödeme, üye, üyelik',
  uk: 'клієнт*, абонент*, акаунт*',
  vi: 'khách hàng, tài khoản, thẻ',
}

/** Finds every word for a thing, and for what a code may be for. */
export const thing = new RegExp(`${asWords(things)}|${anywhere(unspacedThings)}`, 'giu')
export const owner = new RegExp(asWords(owners), 'giu')

/**
 * The words around a code, by language. Each row is the source of a regular expression, with a space for
 * white space. Words in scripts that put no spaces between them may begin and end within a word.
 */

/** What names a code that is typed once. A stem with a hyphen in front may end a compound. */
const labelWords: Record<string, string> = {
  en: `-codes?|otp|pin|2fa|one[- ]time (?:password|passcode|pin)|temporary (?:password|passcode|pin)|(?:verification|security|authentication|login|sign[- ]in|access) (?:number|token|key|id)|token|(?<!(?:user|account|meeting|session|transaction|payment|device|member|company|team|project|app|application|employee|student|patient|order|case|ticket|customer|booking|webinar|profile|object|record|event|message|invoice) )id(?= is )|verification(?= ?:)`,
  de: `(?:karten-|konto-|wunsch-|geräte-)?pin|(?:sms-|m-?|push-?)?tan|einmal-?(?:passwort|kennwort|schlüssel)|(?:temporäres|einmaliges|vorläufiges) (?:passwort|kennwort)|bestätigungs(?:nummer|schlüssel)|prüf(?:nummer|ziffer)`,
  fr: `codes?|mot de passe (?:à usage unique|temporaire|provisoire|unique)|jeton`,
  es: `c[óo]digos?|clave(?: de acceso| temporal| única| dinámica)?|contraseña (?:temporal|de un solo uso|provisional)`,
  it: `codic[ei]|password (?:temporanea|monouso|provvisoria|usa e getta)`,
  pt: `c[óo]digos?|(?:senha|palavra-passe) (?:temporária|de uso único|provisória|descartável)`,
  nl: `(?:eenmalig|tijdelijk) wachtwoord`,
  pl: `kod(?:u|em|y)?|hasło (?:jednorazowe|tymczasowe)|(?:jednorazowe|tymczasowe) hasło`,
  cs: `kód(?:u|em|y)?|(?:jednorázové|dočasné) heslo`,
  sv: `-kod(?:en|er)?|engångslösenord(?:et)?|tillfälligt lösenord`,
  da: `-kode(?:n|r)?|engangs(?:adgangskode|passord)|midlertidig (?:adgangskode|kode)|midlertidig passord`,
  fi: `-koodi(?:si|n|t|nne)?|kertakäyttö(?:inen )?salasana(?:si)?|väliaikainen salasana(?:si)?|-tunnusluku(?:si)?|-tunnusluvun`,
  tr: `kod(?:u|unuz|un|unu|unuzu|lar)?|(?:tek kullanımlık|geçici) (?:şifre|parola)\\p{L}*|şifreniz`,
  ru: `код(?:а|ом|у|ы)?|пин(?:-код)?|(?:одноразов\\p{L}+|временн\\p{L}+) парол\\p{L}+`,
  uk: `код(?:у|ом|и)?|(?:одноразов\\p{L}+|тимчасов\\p{L}+) парол\\p{L}+`,
  bg: `код(?:а|ът|ове)?|(?:еднократн\\p{L}+|временн\\p{L}+) парол\\p{L}+`,
  el: `κωδικ(?:ός|ό|ού|οί|ος|ο)|κωδικό μίας χρήσης`,
  ar: `(?:ال)?رمز(?:ك|كم)?|(?:ال)?كود(?:ك)?|كلمة (?:ال)?(?:مرور|سر) (?:ال)?مؤقتة|رقم التحقق`,
  he: `ה?קוד|סיסמה (?:חד[- ]פעמית|זמנית)`,
  hu: `-kód(?:ja|od|ot|ja)?|egyszer használatos jelszó|ideiglenes jelszó`,
  ro: `cod(?:ul|uri)?|parol[ăa] (?:unică|temporară|de unică folosință)`,
  vi: `mã(?: xác (?:minh|nhận|thực)| otp)?`,
  id: `kata sandi (?:sekali pakai|sementara)`,
  hi: `कोड|ओटीपी`,
  fa: `کد|رمز یکبار مصرف`,
}

/** The same in scripts without spaces. */
const unspacedLabels: Record<string, string> = {
  ja: `コード|認証番号|確認番号|暗証番号|ワンタイムパスワード|仮パスワード`,
  zh: `验证码|驗證碼|校验码|動態碼|动态码|动态密码|動態密碼|一次性密码|一次性密碼|安全码|安全碼|登录码|登入碼|确认码|確認碼|识别码|識別碼|临时密码`,
  ko: `인증 ?번호|코드|보안 ?번호|확인 ?번호|일회용 ?비밀번호|임시 ?비밀번호`,
  th: `รหัส`,
}

/** Words that make a code one of another kind, before it or at the beginning of a compound. */
const otherKindWords: Record<string, string> = {
  en: `promo(?:tion(?:al)?)?|discount|coupon|voucher|gift(?: card)?|referral|error|status|exit|zip|postal|post|country|area|source|qr|bar|product|tracking|dress|tax|response|http|dial(?:ling|ing)?|colou?r|hex|swift|bic|sort|branch|order|booking|reservation|customer|client|item|sku|reason|currency|language|airport|short|morse|machine|building|campaign|reference|ref|licen[cs]e|style|fault|diagnostic|return|offer|rebate|cost|project|vendor|department|course|commodity|tariff|hs|cvv|vat|(?:uni|en|de|geo|op|byte|source)(?=code)`,
  de: `gutschein|rabatt|aktions?|bar|strich|post|zip|fehler|kunden|buchungs|bestell|länder|quell|artikel|vorteils|empfehlungs|freundschafts|steuer|rückgabe|sendungs|produkt|projekt`,
  nl: `kortings?|actie|post|klant|boekings?|streep|fout|bestel|voordeel|landen|bron`,
  sv: `rabatt|kampanj|post|streck|fel|boknings?|kund|order|käll|lands|erbjudande`,
  da: `rabat|kampagne|post|streg|fejl|bookings?|kunde|ordre|kilde|lande|tilbuds?|strek|kampanje|feil`,
  fi: `alennus|kampanja|posti|viiva|virhe|varaus|asiakas|tilaus|tarjous|etu|tuote`,
  cs: `slevov(?:ý|ého|ým)|zľavov(?:ý|ého|ým)|poštovní|čárový|chybový|objednávkový|promo`,
  pl: `rabatow(?:y|ego|ym)|promocyjn(?:y|ego|ym)`,
  tr: `indirim|kampanya|posta|hata|sipariş|ürün|kupon|barkod|promosyon|rezervasyon|takip`,
  ru: `промо-?|штрих-?|qr-`,
  uk: `промо-?|штрих-?`,
  bg: `промо|баркод|пощенски|отстъп\\p{L}+`,
  el: `εκπτωτικ\\p{L}+|ταχυδρομικ\\p{L}+|προωθητικ\\p{L}+`,
  hu: `kedvezmény|kupon|irányító|hiba|vonal|rendelési`,
  ro: `promoțional`,
  unspaced: `クーポン|プロモーション|エラー|割引|郵便番号|バー|QR|商品|紹介|招待|キャンペーン|쿠폰|할인|프로모션|오류|바|추천|상품`,
}

/** The same behind the word for code. */
const otherKindAfter = `(?:(?:de|do|da|del|della|di|du|des|la|le|el|d['’]|για|για την|на|за|של) ?){0,2}(?:promo\\p{L}*|postal\\p{L}*|descuent\\p{L}*|descont\\p{L}*|réduction|remise|avantage|parrainage|erreurs?|erro|error\\p{L}*|errore|client[ei]?|pedido|commande|reservas?|réservation|barras?|barre|barres|rastreio|rastreamento|seguimiento|suivi|fiscale|sconto|postale|prenotazione|ordine|articolo|article|artículo|produ\\p{L}+|offerta|oferta|pocztow\\p{L}+|rabatow\\p{L}+|promocyjn\\p{L}+|błędu|kreskow\\p{L}+|zamówienia|klienta|produktu|товара|заказа|ошибки|скидк\\p{L}+|купон\\p{L}*|замовлення|помилки|знижк\\p{L}+|отстъпка|поръчка\\p{L}*|грешка|παραγγελίας|προϊόντος|έκπτωσης|σφάλματος|(?:ال)?خصم|(?:ال)?طلب|(?:ال)?منتج|(?:ال)?بريدي|(?:ال)?خطأ|קופון|הנחה|מוצר|שגיאה|הזמנה|giảm giá|đơn\\p{L}*|vận đơn|khách hàng|of conduct|review|base|name|reduceri|poștal|reducere|diskon|promosi|pos)`

/** Numbers that name something, and so are no code: they stand directly behind such a word. */
const thingWords: Record<string, string> = {
  en: `orders?|documents?|invoices?|refs?|references?|tickets?|cases?|bookings?|reservations?|confirmation (?:number|no)|record locator|pnr|tracking|shipments?|parcels?|packages?|deliver(?:y|ies)|receipts?|polic(?:y|ies)|contracts?|serial|skus?|items?|articles?|products?|models?|firmware|revision|rev|kernel|versions?|v|builds?|releases?|issues?|pull requests?|prs?|mrs?|commits?|incidents?|alerts?|jobs?|pipelines?|runs?|errors?|flights?|gates?|seats?|trains?|coach|platform|rooms?|suite|streets?|zip|postcode|postal code|phones?|tel|telephone|fax|mobile|call(?: us)?(?: on| at)?|dial|hotline|helpline|vat|tax|iban|bic|swift|ending(?: in| with)?|ends(?: in| with)?|last (?:four|4)(?: digits)?|pages?|years?|copyright|since|registration|company no|licen[cs]e|extension|ext|isbn|quote|estimate|quotation|application|claim|request|rfc|iso|lot|batch|unit|meter|meeting id|conference id|webinar id|dial-in|passport|batch|station|port|line|route|table|chapter|part|step|edition|vol|volume|number|po|p\\.?o\\. box|box|apartment|apt|floor`,
  de: `bestell(?:ung|nummer|nr)|auftrags?(?:nummer|nr)?|rechnungs?(?:nummer|nr)?|ticket|vorgangs?(?:nummer|nr)?|aktenzeichen|buchungs?(?:nummer|code|nr)?|sendungs?(?:nummer|nr)?|vertrags?(?:nummer|nr)?|beleg(?:nummer)?|plz|postleitzahl|tel|telefon|rufnummer|fax|artikel(?:nummer|nr)?|version|seite|flug|zug|zimmer|steuernummer|ust-?id(?:nr)?|referenz(?:nummer)?|zeichen|hrb|lieferung|lieferschein(?:nummer)?|gutschein|zähler(?:nummer)?|fall|versicherungsnummer|wagen|platz|endet auf|endend auf|endziffern|paket`,
  fr: `commande|factures?|réf(?:érence)?s?|dossier|réservation|colis|suivi|contrat|articles?|tél(?:éphone)?|vol|siège|chambre|version|page|devis|reçu|livraison|siret|siren|tva|billet|bon|se terminant par|finissant par|n°|numéro`,
  es: `pedido|facturas?|referencia|ref|reserva|envío|seguimiento|contrato|artículo|tel(?:éfono)?|vuelo|habitación|versión|página|recibo|presupuesto|expediente|incidencia|terminada en|terminado en|acabada en|núm(?:ero)?`,
  it: `ordine|fattura|riferimento|rif|prenotazione|spedizione|contratto|articolo|tel(?:efono)?|volo|camera|versione|pagina|ricevuta|preventivo|pratica|p\\. ?iva|partita iva|cap|biglietto|che termina con|numero|pacco`,
  pt: `pedido|encomenda|n?fatura|nota fiscal|referência|ref|reserva|envio|rastreio|rastreamento|contrato|artigo|tel(?:efone)?|voo|quarto|versão|página|recibo|orçamento|protocolo|cep|cnpj|nif|terminado em|final|número`,
  nl: `bestel(?:ling|nummer)|factuur(?:nummer)?|boekings?(?:nummer)?|zending|reservering(?:snummer)?|referentie|kenmerk|contract(?:nummer)?|artikel(?:nummer)?|tel(?:efoon)?|vlucht|kamer|versie|pagina|offerte|pakket|kvk|btw|polis(?:nummer)?|eindigend op|nummer|dossier`,
  pl: `zamówieni[ea]|faktur[ay]|rezerwacj[iae]|przesyłk[ia]|paczk[ia]|umow[ay]|artykuł|tel(?:efon)?|lot|pokój|wersj[ai]|stron[ay]|zgłoszeni[ea]|nip|regon|numer|nr|paragon|polis[ay]|bilet`,
  cs: `objednávk[ay]|objednávce|faktur[ay]|rezervac[ei]|zásilk[ay]|smlouv[ay]|tel(?:efon)?|let|pokoj|verz[ei]|stran[ay]|ičo|dič|číslo|jízdenk[ay]|psč|balík`,
  sv: `order(?:nummer)?|beställnings?(?:nummer)?|faktura(?:nummer)?|boknings?(?:nummer)?|försändelse|ärende(?:nummer)?|avtal|artikel(?:nummer)?|tel(?:efon)?|flyg|rum|version|sida|paket|kvitto|org\\.? ?nr|nummer|slutar på`,
  da: `ordren?(?:ummer)?|faktura(?:nummer)?|booking(?:nummer)?|forsendelse|sag(?:snummer)?|aftale|varenummer|tlf|telefon|fly|værelse|version|side|pakke|kvittering|cvr|nummer|sak(?:snummer)?|bestilling(?:snummer)?|rom`,
  fi: `tilaus(?:numero)?|tilauksesi|lasku(?:n|si)?(?:numero)?|varaus(?:numero)?|varauksesi|lähety(?:s|ksen)|viite(?:numero)?|sopimus|tuote(?:numero)?|puh(?:elin)?|lento|huone|versio|sivu|paketti|kuitti|y-tunnus|numero`,
  tr: `sipariş(?:iniz)?|fatura(?:nız)?|rezervasyon|kargo|takip|referans|sözleşme|ürün|tel(?:efon)?|uçuş|oda|sürüm|sayfa|numara(?:sı|lı)?|no|fiş|bilet|pnr|talep`,
  ru: `заказ\\p{L}*|сч[её]т\\p{L}*|бронировани\\p{L}*|бронь|отправлени\\p{L}*|посылк\\p{L}*|трек(?:-номер)?|договор\\p{L}*|артикул|тел(?:ефон)?|рейс\\p{L}*|версия|страница|обращени\\p{L}*|заявк\\p{L}*|инн|кпп|огрн|индекс|номер\\p{L}*|чек\\p{L}*|билет\\p{L}*|карт\\p{L}*`,
  uk: `замовлення|рахун\\p{L}*|бронювання|відправлення|посилк\\p{L}*|договір|договору|артикул|тел(?:ефон)?|рейс\\p{L}*|версія|сторінка|звернення|заявк\\p{L}*|єдрпоу|індекс|номер\\p{L}*|чек\\p{L}*|квит\\p{L}*|накладн\\p{L}*`,
  bg: `поръчк\\p{L}*|фактур\\p{L}*|резервация\\p{L}*|пратк\\p{L}*|договор|артикул|тел(?:ефон)?|полет|версия|страница|запитване|еик|номер|товарителница|билет`,
  el: `παραγγελί\\p{L}*|τιμολόγι\\p{L}*|κράτησ\\p{L}*|αποστολ\\p{L}*|συμβόλαι\\p{L}*|τηλ(?:έφωνο)?|πτήσ\\p{L}*|έκδοση|σελίδα|αίτημα|αφμ|τκ|αριθμ\\p{L}*|απόδειξη|δέμα`,
  ar: `(?:ال)?طلب(?:ك|كم)?|(?:ال)?فاتورة|(?:ال)?حجز|(?:ال)?شحنة|(?:ال)?عقد|هاتف|(?:ال)?رحلة|(?:ال)?إصدار|صفحة|(?:ال)?تذكرة|رقم|(?:ال)?إيصال|(?:ال)?مرجع`,
  he: `הזמנה|חשבונית|משלוח|חוזה|טל(?:פון)?|טיסה|גרסה|עמוד|פנייה|מספר|מס['’]?|קבלה|ח\\.?פ`,
  hu: `rendelés\\p{L}*|számla\\p{L}*|foglalás\\p{L}*|csomag\\p{L}*|szerződés\\p{L}*|tel(?:efon)?|járat|verzió|oldal|szám\\p{L}*|ügyszám|adószám`,
  ro: `comand\\p{L}+|factur\\p{L}+|rezervar\\p{L}+|colet\\p{L}*|contract\\p{L}*|tel(?:efon)?|zbor\\p{L}*|versiun\\p{L}+|pagina|număr\\p{L}*|nr|cui|awb|bilet\\p{L}*`,
  vi: `đơn hàng|hóa đơn|mã đơn|mã vận đơn|điện thoại|đt|số`,
  unspaced: `注文(?:番号)?|請求書?(?:番号)?|予約(?:番号)?|問い?合わ?せ(?:番号)?|伝票(?:番号)?|会員番号|お客様番号|領収書?|〒|電話|型番|便|ページ|バージョン|受付番号|订单|訂單|发票|發票|单号|單號|编号|編號|会员号|預訂|预订|邮编|电话|電話|航班|版本|页|快递|流水号|尾号|尾號|주문(?: ?번호)?|송장(?: ?번호)?|청구서|예약(?: ?번호)?|회원 ?번호|운송장|전화|우편번호|항공편|버전|페이지|접수 ?번호|영수증|หมายเลข|คำสั่งซื้อ|โทร`,
}

/** Words as those above, but a code for them may stand behind them: "the code for your account: 482913". */
const ownerWords = `accounts?|customers?|clients?|members?(?:hip)?|users?|cards?|payments?|transactions?|subscriptions?|id|no|nr|kunden?(?:nummer|nr)?|konto(?:nummer)?|mitglieds?(?:nummer|nr)?|zahlung|karte|client|compte|carte|paiement|abonnement|cliente|cuenta|tarjeta|pago|socio|suscripción|conto|carta|pagamento|conta|cartão|assinatura|klant(?:nummer)?|rekening(?:nummer)?|kaart|betaling|lid(?:nummer)?|klient(?:a)?|konta|karty|płatności|zákaz\\p{L}+|účtu|účet|kund(?:nummer)?|kunde(?:nummer)?|kort(?:et|nummer)?|medlem(?:s?nummer)?|asiakas(?:numero)?|tili(?:numero)?|kortti|jäsen(?:numero)?|müşteri|hesab?p?\\p{L}*|kart|ödeme|üye(?:lik)?|клиент\\p{L}*|абонент\\p{L}*|аккаунт\\p{L}*|клієнт\\p{L}*|сметка|карта|πελάτ\\p{L}*|λογαριασμ\\p{L}*|κάρτα|عميل|(?:ال)?حساب(?:ك)?|بطاقة|עضوية|לקוח|חשבון|כרטיס|ügyfél\\p{L}*|számla|client\\p{L}*|cont|khách hàng|tài khoản`

/** Asks to type what stands directly behind it. */
const typeWords = `enter|type(?: in)?|gib|geben sie|saisissez|entrez|tapez|introduce|introduzca|ingresa|ingrese|escribe|inserisci|digita|digite|insira|introduza|voer|vul|typ|wpisz|podaj|zadejte|zadajte|ange|skriv in|indtast|skriv inn|tast inn|syötä|anna|введите|введіть|въведете|πληκτρολογήστε|εισαγάγετε|أدخل|הזן|הקלד|introduceți|nhập`

/** Words of a sale: what is a code beside them is one to save money with. */
const saleWords = `promo(?:tion(?:al)?s?)?|discounts?|coupons?|vouchers?|gift cards?|\\d ?% off|off your|free shipping|black friday|cyber monday|clearance|flash sale|summer sale|winter sale|(?:on|end of) sale|at checkout|redeem|rabatt\\p{L}*|gutschein\\p{L}*|sparen|einlösen|versandkostenfrei|im warenkorb|réductions?|remises?|soldes|codes? promo|livraison offerte|bon d['’]achat|descuentos?|cup[óo]n(?:es)?|rebajas|envío gratis|cup[oa]m|cupões|descontos?|frete grátis|portes grátis|sconti?|saldi|buono sconto|spedizione gratuita|korting\\p{L}*|waardebon|gratis verzending|rabat\\p{L}*|zniżk\\p{L}*|promocj\\p{L}*|kupon\\p{L}*|wyprzedaż\\p{L}*|darmow\\p{L} dostaw\\p{L}|slev\\p{L}*|kupón\\p{L}*|doprava zdarma|výprodej\\p{L}*|zľav\\p{L}*|rea|kampanj\\p{L}*|erbjudande\\p{L}*|fri frakt|tilbud\\p{L}*|gratis levering|alennu\\p{L}*|tarjou\\p{L}*|kampanja\\p{L}*|indirim\\p{L}*|kampanya\\p{L}*|ücretsiz kargo|fırsat\\p{L}*|скидк\\p{L}*|промокод\\p{L}*|распродаж\\p{L}*|купон\\p{L}*|знижк\\p{L}*|промо\\p{L}*|розпродаж\\p{L}*|отстъпк\\p{L}*|намалени\\p{L}*|ваучер\\p{L}*|έκπτωσ\\p{L}*|εκπτώσ\\p{L}*|εκπτωτικ\\p{L}*|προσφορ\\p{L}*|κουπόνι\\p{L}*|(?:ال)?خصم|قسيمة|تخفيض\\p{L}*|תלוש|הנחה|הנחות|קופון|מבצע|kedvezmény\\p{L}*|akció\\p{L}*|kupon\\p{L}*|leárazás\\p{L}*|reducer\\p{L}*|voucher\\p{L}*|livrare gratuită|giảm giá|khuyến mãi|diskon|promosi`
const unspacedSaleWords = `クーポン|割引|セール|キャンペーン|ポイント還元|送料無料|优惠|優惠|折扣|满减|红包|促销|할인|쿠폰|세일|프로모션|ส่วนลด`

/** What a mail with a code to sign in or to confirm is about. */
const occasionWords = `sign(?:ing)?[- ]?(?:in|up)|log(?:ging)?[- ]?(?:in|on)|verif\\p{L}+|confirm\\p{L}*|authenti\\p{L}+|two-factor|2fa|otp|passwords?|passcodes?|one-time|codes?|pin|access|anmeld\\p{L}+|bestätig\\p{L}*|passwor\\p{L}+|einmal\\p{L}*|zugang\\p{L}*|connexion|connect\\p{L}*|confirmer|vérifi\\p{L}+|mot de passe|inici\\p{L}+|sesión|acceso|verific\\p{L}+|contraseña|c[óo]digo|acced\\p{L}+|accesso|codice|entrar|acesso|senha|inlog\\p{L}*|bevestig\\p{L}*|verifi\\p{L}+|wachtwoord|logow\\p{L}+|zalog\\p{L}+|potwierd\\p{L}+|hasł\\p{L}+|kod\\p{L}*|přihl\\p{L}+|potvr\\p{L}+|ověř\\p{L}+|hesl\\p{L}+|kód\\p{L}*|logga|inloggning\\p{L}*|bekräft\\p{L}*|lösenord\\p{L}*|log ind|bekræft\\p{L}*|adgangskode|bekreft\\p{L}*|passord|kirjaudu\\p{L}*|kirjautumi\\p{L}*|vahvist\\p{L}*|salasana\\p{L}*|koodi\\p{L}*|giriş|doğrula\\p{L}*|onayla\\p{L}*|şifre\\p{L}*|вход\\p{L}*|войти|подтвер\\p{L}+|парол\\p{L}+|код\\p{L}*|вхід|увійти|підтвер\\p{L}+|потвърд\\p{L}+|влез\\p{L}*|σύνδεσ\\p{L}*|επιβεβαί\\p{L}*|επαλήθευσ\\p{L}*|κωδικ\\p{L}+|تسجيل|تحقق|تأكيد|رمز|כניסה|התחברות|אימות|קוד|bejelentkez\\p{L}*|megerősít\\p{L}*|autentific\\p{L}*|đăng nhập|xác (?:minh|nhận|thực)`
const unspacedOccasionWords = `ログイン|認証|確認|サインイン|パスワード|登录|登錄|登入|验证|驗證|密码|密碼|로그인|인증|확인|비밀번호|เข้าสู่ระบบ|ยืนยัน`

const spaced = (source: string) => source.replaceAll(' ?', '\\s{0,3}').replaceAll(' ', '\\s{1,3}')
const rows = ({ unspaced: _, ...byLanguage }: Record<string, string>) =>
  Object.values(byLanguage).join('|')
/** A stem after a hyphen takes what stands before it in the same word. */
const compounds = (source: string) => source.replaceAll(/(^|\|)-/g, '$1[\\p{L}-]{0,40}?')
const words = (source: string) => `(?<![\\p{L}\\p{N}])(?:${spaced(source)})(?![\\p{L}\\p{M}])`

/** Finds every label. */
export const label = new RegExp(
  `${words(compounds(rows(labelWords)))}|${spaced(rows(unspacedLabels))}`,
  'giu',
)

/** At the end of what stands before a candidate. */
export const typeBefore = new RegExp(`(?<![\\p{L}\\p{N}])(?:${spaced(typeWords)})\\s?:?\\s?$`, 'iu')

const otherKinds = `${rows(otherKindWords)}|${otherKindWords['unspaced']}`
/** Within a compound, or at the end of what stands before a label. */
export const otherKindBefore = new RegExp(
  `(?:(?<![\\p{L}\\p{N}])(?:${spaced(rows(otherKindWords))})|${otherKindWords['unspaced']})[\\s-]*$`,
  'iu',
)
export const otherKindInside = new RegExp(`^(?:${spaced(otherKinds)})`, 'iu')
export const otherKindBehind = new RegExp(`^[\\s-]*(?:${spaced(otherKindAfter)})(?!\\p{L})`, 'iu')

/** Finds every word for a thing with a number. */
export const thing = new RegExp(
  `${words(rows(thingWords))}|${spaced(thingWords['unspaced'] ?? '')}`,
  'giu',
)
export const owner = new RegExp(words(ownerWords), 'giu')
export const sale = new RegExp(`${words(saleWords)}|\\d ?%|${unspacedSaleWords}`, 'iu')
export const occasion = new RegExp(`${words(occasionWords)}|${unspacedOccasionWords}`, 'iu')

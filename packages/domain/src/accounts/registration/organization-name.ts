/** Large public mail providers, whose domain says nothing about the organization. A missing one only costs a rename. */
const publicMailDomains = new Set(
  `126.com 139.com 163.com aliyun.com aol.com arcor.de att.net bellsouth.net bigpond.com bk.ru bluewin.ch bol.com.br
  btinternet.com charter.net comcast.net cox.net daum.net docomo.ne.jp duck.com email.cz ezweb.ne.jp fastmail.com fastmail.fm
  foxmail.com free.fr freenet.de gmail.com gmx.at gmx.ch gmx.com gmx.de gmx.net googlemail.com hanmail.net hey.com hotmail.co.uk
  hotmail.com hotmail.de hotmail.es hotmail.fr hotmail.it hushmail.com icloud.com inbox.lv inbox.ru interia.pl laposte.net
  libero.it list.ru live.com live.fr live.nl mac.com mail.com mail.ru mailbox.org mailfence.com me.com msn.com naver.com nate.com
  o2.pl onet.pl optonline.net orange.fr outlook.com outlook.de outlook.es outlook.fr pm.me posteo.de posteo.net proton.me
  protonmail.ch protonmail.com qq.com rambler.ru rediffmail.com rocketmail.com runbox.com sbcglobal.net seznam.cz sfr.fr shaw.ca
  sina.com skynet.be sympatico.ca t-online.de telenet.be telia.com telus.net terra.com.br tiscali.it tuta.com tuta.io tutanota.com
  tutanota.de ukr.net uol.com.br verizon.net virgilio.it wanadoo.fr web.de wp.pl xs4all.nl xtra.co.nz yahoo.ca yahoo.co.in
  yahoo.co.jp yahoo.co.uk yahoo.com yahoo.com.br yahoo.de yahoo.es yahoo.fr yahoo.it yandex.com yandex.ru yeah.net ymail.com
  zoho.com ziggo.nl`.split(/\s+/),
);

interface Founder {
  /** Normalized. */
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
}

/** Returns the name of a new organization: its address's domain, or the person's name for a public mail provider. An admin can rename it. */
export const organizationNameFor = ({ email, firstName, lastName }: Founder): string => {
  const domain = email.slice(email.lastIndexOf('@') + 1);
  return publicMailDomains.has(domain) ? `${firstName} ${lastName}`.trim() : domain;
};
